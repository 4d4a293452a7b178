import { describe, expect, test } from "vitest"

import * as Csv from "../../src/import/Csv.ts"
import { utf8 } from "../../src/import/fileBytes.ts"
import * as Random from "../random/Random.ts"

const read = (text: string | Uint8Array) => {
  const csv = Csv.read(typeof text === "string" ? Buffer.from(text) : text)
  if (csv._tag === "Failure") throw new Error(csv.failure)
  const { count, delimiter, header, records } = csv.success
  return { delimiter, header: header.cells, rows: records(0, count), records, count }
}

const cellsOf = (rows: ReadonlyArray<Csv.CsvRecord>) => rows.map(({ cells }) => cells)

const pieces = ["a", "é", "王", "😀", ",", ";", "\t", '"', "\n", "\r\n", " ", "'", "=", "\u00A0", "", "ab c"]

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`

/** A table, and a text of it: quoted where it must be, and by chance elsewhere. */
const drawn = (random: Random.Random) => {
  const delimiter = random.of([",", ";", "\t", "|"])
  const end = random.of(["\n", "\r\n", "\r"])
  const width = random.between(2, 5)
  const cell = () => Array.from({ length: random.between(0, 4) }, () => random.of(pieces)).join("")
  const rows = Array.from({ length: random.between(0, 300) }, () => Array.from({ length: width }, cell))
  const header = Array.from({ length: width }, (_, at) => `column ${at}`)
  const written = (text: string) => (/["\n\r,;\t|]/.test(text) || random.next() < 0.2 ? quoted(text) : text)
  const lines = [header, ...rows].map((cells) => cells.map(written).join(delimiter))
  let line = 1
  const begins = lines.map((text) => {
    const begin = line
    line += 1 + (text.match(/\r\n|\n|\r/g) ?? []).length
    return begin
  })
  const text = lines.join(end) + random.of(["", end])
  return { text, header, rows, begins: begins.slice(1), delimiter }
}

describe("a table that is written as CSV", () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])("is read as it is, each row with its line (%i)", (seed) => {
    const random = Random.make(seed)
    for (let times = 0; times < 30; times++) {
      const { begins, delimiter, header, rows, text } = drawn(random)
      const mark = random.of([[], [0xef, 0xbb, 0xbf]])
      const found = read(utf8(Buffer.concat([Buffer.from(mark), Buffer.from(text)])))
      expect(found.header).toEqual(header)
      expect(found.delimiter).toBe(delimiter)
      expect(cellsOf(found.rows)).toEqual(rows)
      expect(found.rows.map(({ line }) => line)).toEqual(begins)
      const from = random.between(0, rows.length)
      const count = random.between(0, 50)
      expect(cellsOf(found.records(from, count))).toEqual(rows.slice(from, from + count))
    }
  })

  test("is read in UTF-16, as a spreadsheet saves it", () => {
    const text = "\uFEFFname\temail\r\nZoë 王\tzoe@plant.example\r\n"
    const little = Buffer.from(text, "utf16le")
    expect(cellsOf(read(utf8(little)).rows)).toEqual([["Zoë 王", "zoe@plant.example"]])
    expect(cellsOf(read(utf8(Buffer.from(little).swap16())).rows)).toEqual([["Zoë 王", "zoe@plant.example"]])
  })
})

test("any bytes at all are read, or told of with a line", () => {
  const random = Random.make(7)
  for (let times = 0; times < 500; times++) {
    const bytes = Buffer.from(
      Array.from({ length: random.between(0, 200) }, () => random.of([34, 44, 10, 13, 59, 65, 0xc4, 0xff, 0, 32]))
    )
    const csv = Csv.read(bytes)
    const { count, said } =
      csv._tag === "Failure"
        ? { count: 0, said: csv.failure }
        : { count: csv.success.count - csv.success.records(0, csv.success.count).length, said: "" }
    expect({ count, said }).toEqual({
      count: 0,
      said: expect.stringMatching(/^$|^In line \d+, .*\.$|^The file is empty\. /)
    })
  }
})

test("a row that is not UTF-8 is told from the others", () => {
  const { rows } = read(Buffer.from("name,email\nZoë,z@b\nAnn,a@b\n", "latin1"))
  expect(rows.map(({ cells, isUtf8 }) => [cells[0], isUtf8])).toEqual([
    ["Zoë", false],
    ["Ann", true]
  ])
})

test("a line of Excel names the delimiter", () => {
  const { delimiter, rows } = read("sep=;\r\nname;a,b,c\r\nAnn;x\r\n")
  expect({ delimiter, rows }).toEqual({ delimiter: ";", rows: [{ line: 3, cells: ["Ann", "x"], isUtf8: true }] })
})

test.each([
  ['a,b\n1,"x\n2,3\n', "In line 2, a quote opens that is never closed."],
  ['a,b\n1,2\n3,x "y" z\n', "In line 3, there is a quote in the middle of a text."],
  ['a,b\n"x"y,2\n', "In line 2, something stands behind the quote that closes a text."],
  [`a,b\n1,"x${"\n2,3".repeat(40_000)}`, "In line 2, a record begins that goes on for more than 100000 characters"]
])("says in which line it is no CSV (%#)", (text, said) => {
  const csv = Csv.read(Buffer.from(text))
  expect(csv._tag === "Failure" ? csv.failure : "").toContain(said)
})
