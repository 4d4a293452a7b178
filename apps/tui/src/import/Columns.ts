import * as Result from "effect/Result"

import { ofCommand } from "./Wording.ts"
import type { Wording } from "./Wording.ts"

/** What a column can be, by the names that the service gives the fields of a new user. */
export type ImportField = "name" | "email" | "role" | "send_email" | "pod_ids"

/** Which column of the file is what, by its position. */
export interface Columns {
  readonly at: Readonly<Partial<Record<ImportField, number>>>
  /** What is not made use of. */
  readonly unused: ReadonlyArray<string>
}

interface Described {
  /** What it is called in messages, and where it is said which column it is. */
  readonly called: string
  /** Names of its column, without case, spaces and hyphens. */
  readonly names: ReadonlyArray<string>
}

/** The fields of an import, in the order of the help. */
export const described: Readonly<Record<ImportField, Described>> = {
  name: { called: "name", names: ["name", "fullname", "displayname", "realname"] },
  email: { called: "email", names: ["email", "mail", "emailaddress", "mailaddress"] },
  role: { called: "role", names: ["role", "rolename", "userrole"] },
  pod_ids: {
    called: "pods",
    names: ["pod", "pods", "podid", "podids", "podname", "podnames", "group", "groups", "groupid", "groupids"]
  },
  send_email: {
    called: "mail",
    names: ["sendemail", "sendmail", "welcomemail", "welcomeemail", "sendwelcomemail", "sendwelcomeemail", "mail"]
  }
}

const fields: ReadonlyArray<ImportField> = ["name", "email", "role", "pod_ids", "send_email"]

const plain = (header: string) =>
  header
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "")

const longest = 40

// what is typed or stands in the file may be of any length
const short = (text: string) => (text.length > longest ? `${text.slice(0, longest)}…` : text)

const quoted = (texts: ReadonlyArray<string>) => texts.map((text) => `"${short(text.trim())}"`).join(", ")

const mapExample = "name=Full Name,email=Work mail"

/** Which field is which column, as it was said; one without a column is not made use of. */
export const parseMap = (
  text: string,
  words: Wording = ofCommand
): Result.Result<ReadonlyMap<ImportField, string>, string> => {
  const map = new Map<ImportField, string>()
  // a column's name may have a comma
  for (const part of text.split(/,(?=[^,=]*=)/)) {
    const [name = "", ...rest] = part.split("=")
    // here mail is what it is called in the help
    const field = fields.find((field) => plain(described[field].called) === plain(name)) ?? fieldNamed(name)
    if (field === undefined || rest.length === 0)
      return Result.fail(
        `${words.map} has "${short(part.trim())}", and takes a field and its column, such as ${words.mapping(mapExample)}. Fields are ${fields.map((field) => described[field].called).join(", ")}.`
      )
    if (map.has(field)) return Result.fail(`${words.map} names a column for ${described[field].called} twice.`)
    map.set(field, rest.join("=").trim())
  }
  return Result.succeed(map)
}

const fieldNamed = (name: string) => fields.find((field) => described[field].names.includes(plain(name)))

/** The columns of a name: those that are written so, else those that are but for case and spaces. */
const positionsOf = (headers: ReadonlyArray<string>, name: string) => {
  const all = headers.map((header, at) => ({ header, at }))
  const exact = all.filter(({ header }) => header.trim() === name)
  return (exact.length > 0 ? exact : all.filter(({ header }) => plain(header) === plain(name))).map(({ at }) => at)
}

const twice = (headers: ReadonlyArray<string>, field: ImportField, found: ReadonlyArray<number>, words: Wording) => {
  const { called } = described[field]
  const example = words.mapping(`${called}=${headers[found[0] ?? 0]?.trim()}`)
  return `The columns ${quoted(found.map((at) => headers[at] ?? ""))} can each be the ${called}. ${words.say} which one, such as ${example}.`
}

/** Which columns of a header are what: by `map` where it says so, else by their names. */
export const match = (
  headers: ReadonlyArray<string>,
  map: ReadonlyMap<ImportField, string> = new Map(),
  words: Wording = ofCommand
): Result.Result<Columns, string> => {
  const at: Partial<Record<ImportField, number>> = {}
  const taken = new Set<number>()
  for (const [field, name] of map) {
    if (name === "") continue
    const [found, other] = positionsOf(headers, name)
    if (found === undefined) return Result.fail(`None of the ${headers.length} columns is called "${short(name)}".`)
    if (other !== undefined)
      return Result.fail(`There are two columns "${short(name)}". Give one of them another name.`)
    if (taken.has(found)) return Result.fail(`${words.map} uses the column "${short(name)}" twice.`)
    at[field] = found
    taken.add(found)
  }
  const candidates = (field: ImportField) =>
    headers.flatMap((header, at) => (described[field].names.includes(plain(header)) && !taken.has(at) ? [at] : []))
  for (const field of fields.filter((field) => !map.has(field))) {
    const all = candidates(field)
    // beside another column of addresses, "mail" says whether one is sent
    const found = field === "email" && all.length > 1 ? all.filter((at) => plain(headers[at] ?? "") !== "mail") : all
    const [first] = found
    if (found.length > 1) return Result.fail(twice(headers, field, found, words))
    if (first === undefined) continue
    at[field] = first
    taken.add(first)
  }
  if (at.email === undefined) return Result.fail(noEmail(headers, words))
  if (at.name === undefined) return Result.fail(lacking(headers, "name", words))
  return Result.succeed({
    at,
    unused: headers.filter((header, position) => !taken.has(position) && header.trim() !== "")
  })
}

// the first line may be no header, but somebody's data: it is not printed
const lacking = (headers: ReadonlyArray<string>, field: ImportField, words: Wording) =>
  `None of the ${headers.length} columns is the ${described[field].called}. ${words.say} which one is, such as ${words.mapping(mapExample)}.`

const noEmail = (headers: ReadonlyArray<string>, words: Wording) =>
  headers.some((header) => /\S@\S/.test(header))
    ? "The first line names no columns, but has an e-mail address. Put a line such as name,email before it."
    : lacking(headers, "email", words)

const mostNamed = 5

/** Names of columns in words, no more than one reads. */
export const namesOf = (headers: ReadonlyArray<string>): string =>
  [
    ...headers.slice(0, mostNamed).map((header) => short(header.trim())),
    ...(headers.length > mostNamed ? [`${headers.length - mostNamed} more`] : [])
  ].join(", ")
