import { createHash } from "node:crypto"

import { findControl } from "@remote-assist/cli/Terminal"
import { explainFileError } from "@remote-assist/core/FileError"
import { pluralize } from "@remote-assist/core/Text"
import { parse } from "csv-parse/sync"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type * as PlatformError from "effect/PlatformError"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { validateEmail } from "../resources/Field.ts"
import { cut } from "../text/format.ts"

/** A field of a new user that a column can hold. */
export type Field = "name" | "email" | "role" | "pods" | "mail"

export interface Columns {
  readonly at: Readonly<Partial<Record<Field, number>>>
  readonly unused: ReadonlyArray<string>
}

const fields: ReadonlyArray<Field> = ["name", "email", "role", "pods", "mail"]

/** Headers of each field, without case, spaces and punctuation. */
export const aliases: Readonly<Record<Field, ReadonlyArray<string>>> = {
  name: ["name", "fullname", "displayname", "realname"],
  email: ["email", "mail", "emailaddress", "mailaddress"],
  role: ["role", "rolename", "userrole"],
  pods: ["pods", "pod", "podid", "podids", "podname", "podnames", "group", "groups", "groupid", "groupids"],
  mail: ["mail", "sendemail", "sendmail", "welcomemail", "welcomeemail", "sendwelcomemail", "sendwelcomeemail"]
}

const normalize = (header: string) =>
  header
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "")

// headers and flags may be of any length
const short = (text: string) => cut(text.trim(), 40)

const example = 'such as --columns-map "name=Full Name,email=Work mail"'

const fieldNamed = (name: string) =>
  fields.find((field) => field === normalize(name)) ?? fields.find((field) => aliases[field].includes(normalize(name)))

/** Parses `--columns-map`; a field that is mapped to nothing has no column. */
export const parseMap = (text: string): Result.Result<ReadonlyMap<Field, string>, string> => {
  const map = new Map<Field, string>()
  // a header may contain a comma
  for (const part of text === "" ? [] : text.split(/,(?=[^,=]*=)/)) {
    const [name = "", ...rest] = part.split("=")
    const field = fieldNamed(name)
    if (field === undefined || rest.length === 0)
      return Result.fail(
        `Invalid "${short(part.trim())}" in --columns-map. Write field=column, ${example}; fields are ${fields.join(", ")}.`
      )
    if (map.has(field)) return Result.fail(`--columns-map has ${field} twice. Name one column for it.`)
    map.set(field, rest.join("=").trim())
  }
  return Result.succeed(map)
}

/** Indices of the columns with a header: exact matches first, else without case and spaces. */
const columnsNamed = (headers: ReadonlyArray<string>, name: string): ReadonlyArray<number> => {
  const matching = (matches: (header: string) => boolean) =>
    headers.flatMap((header, at) => (matches(header) ? [at] : []))
  const exact = matching((header) => header.trim() === name)
  return exact.length > 0 ? exact : matching((header) => normalize(header) === normalize(name))
}

const missing = (headers: ReadonlyArray<string>, field: Field) =>
  // the first line may be somebody's data: no message quotes it
  field === "email" && headers.some((header) => /\S@\S/.test(header))
    ? "The first line has an e-mail address instead of column names. Put a line such as name,email before it."
    : `No column is the ${field}. Name its column, ${example}.`

/** Finds the columns of a header: by the map if it has the field, else by name. */
export const matchColumns = (
  headers: ReadonlyArray<string>,
  map: ReadonlyMap<Field, string>
): Result.Result<Columns, string> => {
  const at: Partial<Record<Field, number>> = {}
  const taken = new Set<number>()
  const take = (field: Field, index: number) => {
    at[field] = index
    taken.add(index)
  }
  for (const [field, name] of map) {
    if (name === "") continue
    const [found, other] = columnsNamed(headers, name)
    if (found === undefined) return Result.fail(`No column is called "${short(name)}".`)
    if (other !== undefined) return Result.fail(`Two columns are called "${short(name)}". Rename one of them.`)
    if (taken.has(found)) return Result.fail(`--columns-map uses the column "${short(name)}" twice.`)
    take(field, found)
  }
  for (const field of fields.filter((field) => !map.has(field))) {
    const all = headers.flatMap((header, at) =>
      aliases[field].includes(normalize(header)) && !taken.has(at) ? [at] : []
    )
    // next to another address column, "mail" says whether a welcome e-mail is sent
    const isOther = field === "email" && all.length > 1
    const found = isOther ? all.filter((at) => normalize(headers[at] ?? "") !== "mail") : all
    const [first, second] = found
    if (first === undefined) continue
    if (second !== undefined)
      return Result.fail(
        `The columns "${short(headers[first] ?? "")}" and "${short(headers[second] ?? "")}" can each be the ${field}. Choose one, such as --columns-map "${field}=${short(headers[first] ?? "")}".`
      )
    take(field, first)
  }
  for (const field of ["email", "name"] as const)
    if (at[field] === undefined) return Result.fail(missing(headers, field))
  return Result.succeed({ at, unused: headers.filter((header, at) => !taken.has(at) && header.trim() !== "") })
}

/** The file or its results cannot be used. */
export class ImportError extends Schema.TaggedError<ImportError>()("ImportError", { message: Schema.String }) {}

const textProblem = (text: string): string | undefined => {
  if (text.includes("\uFFFD")) return "� stands for a character that was lost"
  return findControl(text) === undefined ? undefined : "a control character"
}

const emailProblem = (email: string): string | undefined => {
  const problem = validateEmail(email)
  return email === "" ? "no e-mail" : problem && `the e-mail ${problem}`
}

const [yes, no] = [/^(?:y|yes|true|1|x|on)$/i, /^(?:n|no|false|0|off)$/i]

type Texts = Readonly<Record<Field, string>>

/** Returns all reasons why a row cannot be sent, or `undefined`. */
const textsProblem = ({ email, mail, name, pods, role }: Texts): string | undefined => {
  const problems = [
    ...[email, name, role, pods].map(textProblem),
    emailProblem(email),
    name === "" ? "no name" : undefined,
    mail === "" || yes.test(mail) || no.test(mail) ? undefined : `mail is neither yes nor no: ${mail}`
  ]
  return [...new Set(problems)].filter((problem) => problem !== undefined).join("; ") || undefined
}

// exports put ' before text that a spreadsheet would compute
const unmarked = (text: string) => text.replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, "")

const clean = (cell = "") => unmarked(cell.trim().replaceAll(/\s+/g, " "))

/** Parses the cells of a row; `width` is the number of columns. */
export const parseRow = ({ at }: Columns, line: number, cells: ReadonlyArray<string>, width: number) => {
  const cell = (field: Field) => clean(cells[at[field] ?? -1])
  const texts = {
    email: cell("email"),
    name: cell("name"),
    role: cell("role"),
    /** Names or ids of pods, as in the file. */
    pods: cell("pods"),
    mail: cell("mail")
  }
  const problem = cells.slice(width).some((cell) => cell.trim() !== "")
    ? `${cells.length} cells under ${pluralize(width, "column")}: put quotes around text with the delimiter`
    : textsProblem(texts)
  return {
    ...texts,
    /** The line that it begins in, from 1. */
    line,
    /** Whether to send a welcome e-mail, or `undefined` if the row does not say. */
    mail: yes.test(texts.mail) ? true : no.test(texts.mail) ? false : undefined,
    /** Why the row cannot be sent, or `undefined`. */
    problem
  }
}
export type Row = ReturnType<typeof parseRow>

/** Normalizes an e-mail address for comparison. */
export const emailKey = (email: string): string => email.trim().normalize("NFC").toLowerCase()

/** A short hash of what a row says. */
export const rowHash = ({ email, mail, name, pods, role }: Row): string =>
  createHash("sha256")
    .update(JSON.stringify([email, name, role, pods, mail ?? null]))
    .digest("base64url")
    .slice(0, 16)

const largest = 64 * 1024 * 1024

/** Decodes UTF-8 or UTF-16; fails with why not. */
const decode = (bytes: Uint8Array): Result.Result<string, string> => {
  const [first, second] = bytes
  const isLittle = first === 0xff && second === 0xfe
  const encoding = isLittle ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8"
  return Result.mapError(
    Result.try(() => new TextDecoder(encoding, { fatal: true }).decode(bytes)),
    () => "It is not UTF-8. Save it as UTF-8 CSV."
  )
}

const delimiters = [",", ";", "\t", "|"]

// a multiple of any row: finds a quote that is not closed near where it opens
const longestRecord = 100_000

/** Guesses the delimiter: the most frequent one in the first line. */
const delimiterOf = (text: string): string => {
  const unquoted = text.slice(0, longestRecord).replaceAll(/"[^"]*"/g, "")
  const counts = delimiters.map((delimiter) => (unquoted.split("\n", 1)[0] ?? "").split(delimiter).length)
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ","
}

type CsvRecord = readonly [line: number, cells: ReadonlyArray<string>]

/** Parses CSV into records that are not empty, each with the line that it begins in. */
export const parseCsv = (content: string): Result.Result<ReadonlyArray<CsvRecord>, string> => {
  // csv-parse counts a CRLF in quotes twice
  const text = content.replaceAll(/\r\n?/g, "\n")
  // Excel names the delimiter in a first line
  const [, named] = /^"?sep=([,;\t|])"?\n/.exec(text) ?? []
  const records: Array<CsvRecord> = []
  let read = 0
  const onRecord = (cells: ReadonlyArray<string>, { lines }: { readonly lines: number }) => {
    read = lines
    const line = lines - cells.reduce((sum, cell) => sum + cell.split("\n").length - 1, 0)
    if (cells.some((cell) => cell.trim() !== "")) records.push([line, cells])
    return null
  }
  const parsed = Result.try(() =>
    parse(text, {
      delimiter: named ?? delimiterOf(text),
      from_line: named === undefined ? 1 : 2,
      record_delimiter: "\n",
      relax_column_count: true,
      max_record_size: longestRecord,
      on_record: onRecord
    })
  )
  return Result.mapBoth(parsed, {
    onSuccess: () => records,
    onFailure: () =>
      `Line ${read + 1} is not CSV: a quote opens or closes in the wrong place. Put quotes around the whole text, and double each quote in it: "Ann ""Al"" Lee".`
  })
}

const readBytes = Effect.fnUntraced(function* (path: string) {
  const files = yield* FileSystem.FileSystem
  const failed = (error: PlatformError.PlatformError) =>
    new ImportError({ message: `Cannot read ${path}: ${explainFileError(error)}.` })
  const { size } = yield* Effect.mapError(files.stat(path), failed)
  if (size > largest)
    return yield* new ImportError({ message: `${path} is larger than 64 MiB. Split it, with a header in each part.` })
  return yield* Effect.mapError(files.readFile(path), failed)
})

/** Reads the users of a file. */
export const read = Effect.fnUntraced(function* (path: string, map: ReadonlyMap<Field, string>) {
  const usable = <A>(result: Result.Result<A, string>) =>
    Effect.mapError(
      Effect.fromResult(result),
      (why) => new ImportError({ message: `${path} cannot be imported. ${why}` })
    )
  const [header, ...records] = yield* usable(parseCsv(yield* usable(decode(yield* readBytes(path)))))
  if (header === undefined)
    return yield* usable(Result.fail("It is empty. Name the columns in its first line: name,email."))
  const [, headers] = header
  const columns = yield* usable(matchColumns(headers, map))
  const rows = records.map(([line, cells]) => parseRow(columns, line, cells, headers.length))
  return { path, columns, rows }
})

/** A CSV file of users; empty rows are left out. */
export type UserFile = Effect.Success<ReturnType<typeof read>>
