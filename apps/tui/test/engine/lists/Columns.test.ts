import { describe, expect, test } from "vitest"

import { availableColumns, makeColumns } from "../../../src/engine/lists/Lists.ts"
import { pods } from "../../../src/resources/pods.ts"
import { resources } from "../../../src/resources/resources.ts"
import { users } from "../../../src/resources/users.ts"

const names = (columns: ReadonlyArray<{ readonly name: string }>) => columns.map(({ name }) => name)
const own = ["name", "email", "role_name", "last_used_at"]

const ada = {
  id: 101,
  name: "Ada",
  active: true,
  last_used_at: "2026-01-01T10:00:00.123456Z",
  permissions: ["manage_users", "web_login"]
}

describe("Columns", () => {
  test.each(resources)("has a column for each field of $title, and a value for each text", (resource) => {
    const columns = availableColumns(resource)
    // a resource can also have columns that combine several fields
    expect(names(columns)).toEqual(expect.arrayContaining(names(resource.fields)))
    expect(new Set(names(columns)).size).toBe(columns.length)
    // the service may leave out any field, the control plane of an emulator none
    const mayLack = resource.group === undefined ? columns : []
    for (const { text, value } of mayLack)
      expect(`${text({})} ${String(value({}) ?? "")}`).not.toMatch(/undefined|null|NaN|Invalid/)
  })

  test("has no column for a secret", () => {
    expect(names(availableColumns(users))).not.toContain("token")
  })

  test.each([
    ["active", true, "yes"],
    ["id", 101, "101"],
    ["last_used_at", "2026-01-01T10:00:00.123456Z", "2026-01-01 10:00"],
    ["permissions", "manage_users, web_login", "manage_users, web_login"]
  ])("has the value and the text of %s from one field", (name, value, text) => {
    const column = availableColumns(users).find((column) => column.name === name)
    expect([column?.value(ada), column?.text(ada)]).toEqual([value, text])
  })

  test("starts with the columns of the resource, and restores them on reset", () => {
    const columns = makeColumns()
    expect(names(columns.of(users))).toEqual(own)
    columns.set(users, ["email", "id"])
    expect(names(columns.of(users))).toEqual(["email", "id"])
    columns.reset(users)
    expect(names(columns.of(users))).toEqual(own)
  })

  test("ignores unknown names", () => {
    const columns = makeColumns()
    columns.set(users, ["nothing", "email"])
    expect(names(columns.of(users))).toEqual(["email"])
  })

  test("lists the visible columns in order, then the others", () => {
    const columns = makeColumns()
    columns.set(pods, ["user_count", "name"])
    const choices = columns.choices(pods)
    expect(choices.filter(({ isOn }) => isOn).map(({ column }) => column.name)).toEqual(names(columns.of(pods)))
    expect(choices[0]?.column.name).toBe("user_count")
    expect(choices.at(-1)?.isOn).toBe(false)
  })

  test("stores columns for each resource, and returns the same array until they change", () => {
    const columns = makeColumns()
    columns.set(users, ["id"])
    expect(names(columns.of(pods))).not.toContain("id")
    expect(columns.of(users)).toBe(columns.of(users))
  })
})
