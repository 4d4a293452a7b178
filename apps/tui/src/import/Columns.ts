import * as Result from "effect/Result"

import { cut } from "../text/fit.ts"

/** A field of a new user that a column can hold. */
export type Field = "name" | "email" | "role" | "pods" | "mail"

/** The columns of a file. */
export interface Columns {
  /** The index of each field's column. */
  readonly at: Readonly<Partial<Record<Field, number>>>
  /** The headers of the other columns. */
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
    : `None of the ${headers.length} columns is the ${field}. Name its column, ${example}.`

/** Finds the columns of a header: by the map if it has the field, else by name. */
export const match = (
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
    if (found === undefined) return Result.fail(`None of the ${headers.length} columns is called "${short(name)}".`)
    if (other !== undefined) return Result.fail(`Two columns are called "${short(name)}". Rename one of them.`)
    if (taken.has(found)) return Result.fail(`--columns-map uses the column "${short(name)}" twice.`)
    take(field, found)
  }
  for (const field of fields.filter((field) => !map.has(field))) {
    const all = headers.flatMap((header, at) =>
      aliases[field].includes(normalize(header)) && !taken.has(at) ? [at] : []
    )
    // next to another address column, "mail" tells whether a welcome e-mail is sent
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
