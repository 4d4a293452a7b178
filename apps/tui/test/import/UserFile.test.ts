import { writeFile } from "node:fs/promises"
import { join } from "node:path"

import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as Effect from "effect/Effect"
import { describe, expect, test } from "vitest"

import * as UserFile from "../../src/import/UserFile.ts"
import * as Random from "../random/Random.ts"
import { folder } from "../support/imported.ts"

const parse = (text: string) => {
  const parsed = UserFile.parseCsv(text)
  return parsed._tag === "Success" ? parsed.success : parsed.failure
}

const read = async (bytes: string | Uint8Array) => {
  const path = join(folder(), "users.csv")
  await writeFile(path, bytes)
  const reading = Effect.result(UserFile.read(path, new Map())).pipe(Effect.provide(NodeFileSystem.layer))
  const result = await Effect.runPromise(reading)
  return result._tag === "Success" ? result.success.rows : result.failure.message
}

const pieces = ["a", "é", "王", "😀", ",", ";", "\t", '"', "\n", " ", "'", "=", "", "ab c"]

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`

describe("CSV", () => {
  test.each([1, 2, 3, 4])("is parsed as it was written, each record with its line (%i)", (seed) => {
    const random = Random.make(seed)
    for (let times = 0; times < 30; times++) {
      const delimiter = random.of([",", ";", "\t", "|"])
      const end = random.of(["\n", "\r\n", "\r"])
      const width = random.between(2, 5)
      const cell = () => `x${Array.from({ length: random.between(0, 4) }, () => random.of(pieces)).join("")}`
      const header = Array.from({ length: width }, (_, at) => `column ${at}`)
      const rows = Array.from({ length: random.between(0, 50) }, () => Array.from({ length: width }, cell))
      let line = 1
      const lines = [header, ...rows].map((cells) => {
        const begin = line
        line += 1 + (cells.join("").match(/\n/g) ?? []).length
        return begin
      })
      const written = (text: string) => (/["\n,;\t|]/.test(text) || random.next() < 0.2 ? quoted(text) : text)
      const text = [header, ...rows].map((cells) => cells.map(written).join(delimiter)).join("\n")
      const expected = [header, ...rows].map((cells, at) => [lines[at], cells])
      expect(parse(text.replaceAll("\n", end))).toEqual(expected)
    }
  })

  test("may name its delimiter in the first line, and have empty records", () => {
    expect(parse("sep=;\r\nname;a,b,c\r\n;\r\n\r\nAnn;x\r\n")).toEqual([
      [2, ["name", "a,b,c"]],
      [5, ["Ann", "x"]]
    ])
  })

  test.each([
    ['a,b\n1,"x\n2,3\n', 2],
    ['a,b\n1,2\n3,x "y" z\n', 3],
    ['a,b\n"x"y,2\n', 2],
    [`a,b\n1,"x${"\n2,3".repeat(40_000)}`, 2]
  ])("is refused with the line that is not CSV (%#)", (text, line) => {
    expect(parse(text)).toContain(`Line ${line} is not CSV: a quote opens or closes in the wrong place.`)
  })
})

describe("a file of users", () => {
  const text = "name\temail\r\nZoë 王\tzoe@plant.example\r\n"
  const utf16 = Buffer.from(`\uFEFF${text}`, "utf16le")

  test.each([
    ["UTF-8", Buffer.from(text)],
    ["UTF-8 with a mark", Buffer.from(`\uFEFF${text}`)],
    ["UTF-16 LE", utf16],
    ["UTF-16 BE", Buffer.from(utf16).swap16()]
  ])("is read as %s", async (_, bytes) => {
    expect(await read(bytes)).toMatchObject([{ line: 2, name: "Zoë 王", email: "zoe@plant.example" }])
  })

  test.each([
    ["another encoding", Buffer.from("name,email\nZoë,z@b\n", "latin1"), "It is not UTF-8. Save it as UTF-8 CSV."],
    ["no e-mail column", "name,phone\nA,1\n", "No column is the email."],
    ["no header", "Mary,mary@plant.example\n", "The first line has an e-mail address instead of column names."],
    ["nothing in it", "", "It is empty."]
  ])("is refused with %s", async (_, bytes, message) => {
    expect(await read(bytes)).toContain(message)
  })
})
