import { describe, expect, test } from "vitest"

import { matchColumns, parseMap } from "../../src/import/UserFile.ts"

const matched = (headers: ReadonlyArray<string>, map = "") => {
  const parsed = parseMap(map)
  if (parsed._tag === "Failure") return parsed.failure
  const found = matchColumns(headers, parsed.success)
  return found._tag === "Failure" ? found.failure : found.success
}

describe("columns are known by their names", () => {
  test.each([
    [["E-MAIL address", "full_name", "User role", "pod-names", "Send email"]],
    [["mail", "Display Name", "ROLE", "Groups", "welcome e-mail"].toReversed()]
  ])("in any order and spelling: %j", (headers) => {
    const found = matched(headers)
    expect(found).toMatchObject({ unused: [] })
    expect(typeof found === "string" ? [] : Object.keys(found.at).toSorted()).toEqual([
      "email",
      "mail",
      "name",
      "pods",
      "role"
    ])
  })

  test("mail is the address, but beside one it says whether one is sent", () => {
    expect(matched(["Name", "Mail"])).toMatchObject({ at: { name: 0, email: 1 } })
    expect(matched(["Name", "Mail", "E-Mail"])).toMatchObject({ at: { name: 0, email: 2, mail: 1 } })
  })

  test("as an export of users has them", () => {
    expect(matched(["id", "username", "name", "email", "role_name"])).toMatchObject({
      at: { name: 2, email: 3, role: 4 },
      unused: ["id", "username"]
    })
  })
})

test.each([
  [
    ["Full name", "name", "email"],
    "",
    'The columns "Full name" and "name" can each be the name. Choose one, such as --columns-map "name=Full name".'
  ],
  [["Kunde", "email"], "", 'No column is the name. Name its column, such as --columns-map "name='],
  [["Name", "Adresse"], "email=Anschrift", 'No column is called "Anschrift".'],
  [["a", "a"], "email=a,name=a", 'Two columns are called "a".'],
  [["a", "b"], "email=a,name=a", '--columns-map uses the column "a" twice.'],
  [["a"], "nonsense=a", 'Invalid "nonsense=a" in --columns-map.'],
  [["a"], "email", 'Invalid "email" in --columns-map.'],
  [["a"], "email=a,mail=b,e-mail=c", "--columns-map has email twice."]
])("reports the error of %j and --columns-map %s", (headers, map, message) => {
  expect(matched(headers, map)).toContain(message)
})

test("--columns-map names columns, a comma in the name among them, and those not to use", () => {
  expect(matched(["Name, full", "Work mail", "Role", "Mail"], "name=Name, full,e-mail=work MAIL,role=")).toEqual({
    at: { name: 0, email: 1, mail: 3 },
    unused: ["Role"]
  })
})

test("no message has the first line in it, which may be somebody's data, of any length", () => {
  const message = matched(["Mary Jackson", "+49 151 2345", "x".repeat(90_000)])
  expect(message).toBe(
    'No column is the email. Name its column, such as --columns-map "name=Full Name,email=Work mail".'
  )
})
