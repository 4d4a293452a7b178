import { describe, expect, test } from "vitest"

import * as Columns from "../../src/import/Columns.ts"
import { ofScreen } from "../../src/import/Wording.ts"
import * as Random from "../random/Random.ts"

const matched = (headers: ReadonlyArray<string>, map = "") => {
  const parsed = map === "" ? undefined : Columns.parseMap(map)
  if (parsed?._tag === "Failure") return parsed.failure
  const found = Columns.match(headers, parsed?.success)
  return found._tag === "Failure" ? found.failure : found.success
}

describe("columns are known by their names", () => {
  test("however these are written, and wherever they stand", () => {
    const random = Random.make(3)
    const spelt = (name: string) =>
      Array.from(
        name,
        (letter) => (random.next() < 0.5 ? letter.toUpperCase() : letter) + random.of(["", "", " ", "-", "_"])
      ).join("")
    for (let times = 0; times < 300; times++) {
      const chosen = Object.entries(Columns.described).flatMap(([field, { names }]) =>
        field === "name" || field === "email" || random.next() < 0.5
          ? [{ field, header: spelt(random.of(names.filter((name) => name !== "mail"))) }]
          : []
      )
      const others = Array.from({ length: random.between(0, 3) }, (_, at) => ({
        field: undefined,
        header: `phone ${at}`
      }))
      const all = [...chosen, ...others]
        .map((column) => ({ ...column, at: random.next() }))
        .toSorted((one, other) => one.at - other.at)
      expect(matched(all.map(({ header }) => header))).toEqual({
        at: Object.fromEntries(all.flatMap(({ field }, at) => (field === undefined ? [] : [[field, at]]))),
        unused: all.filter(({ field }) => field === undefined).map(({ header }) => header)
      })
    }
  })

  test("mail is the address, but beside one it says whether one is sent", () => {
    expect(matched(["Name", "Mail"])).toMatchObject({ at: { name: 0, email: 1 } })
    expect(matched(["Name", "Mail", "E-Mail"])).toMatchObject({ at: { name: 0, email: 2, send_email: 1 } })
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
    'The columns "Full name", "name" can each be the name. Say which one, such as --columns-map "name=Full name".'
  ],
  [["Kunde", "email"], "", 'None of the 2 columns is the name. Say which one is, such as --columns-map "name='],
  [["Name", "Adresse"], "email=Anschrift", 'None of the 2 columns is called "Anschrift".'],
  [["a", "a"], "email=a,name=a", 'There are two columns "a".'],
  [["a", "b"], "email=a,name=a", '--columns-map uses the column "a" twice.'],
  [["a"], "nonsense=a", '--columns-map has "nonsense=a"'],
  [["a"], "email", '--columns-map has "email"'],
  [["a"], "email=a,mail=b,e-mail=c", "names a column for email twice."]
])("says what is wrong with %j and --columns-map %s", (headers, map, said) => {
  expect(matched(headers, map)).toContain(said)
})

test("--columns-map names columns, a comma in the name among them, and those not to use", () => {
  expect(matched(["Name, full", "Work mail", "Role", "Mail"], "name=Name, full,e-mail=work MAIL,role=")).toEqual({
    at: { name: 0, email: 1, send_email: 3 },
    unused: ["Role"]
  })
})

test("no message has the first line in it, which may be somebody's data, of any length", () => {
  const said = matched(["Mary Jackson", "+49 151 2345", "x".repeat(90_000)])
  expect(said).toBe(
    'None of the 3 columns is the email. Say which one is, such as --columns-map "name=Full Name,email=Work mail".'
  )
  expect(Columns.namesOf(["x".repeat(90_000), "a", "b", "c", "d", "e", "f"])).toBe(
    `${"x".repeat(40)}…, a, b, c, d, 2 more`
  )
})

test("on the screen, nothing is told of flags", () => {
  const messages = [
    Columns.parseMap("nonsense=a", ofScreen),
    Columns.parseMap("email=a,email=b", ofScreen),
    Columns.match(["Full name", "name", "email"], undefined, ofScreen),
    Columns.match(["a", "b"], undefined, ofScreen)
  ].map((result) => (result._tag === "Failure" ? result.failure : ""))
  expect(messages.join(" ")).not.toContain("--")
  expect(messages[2]).toContain("Type which one, such as name=Full name.")
})
