import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import * as Result from "effect/Result"
import * as Struct from "effect/Struct"

import * as EmailAddress from "../../world/users/emailAddress.ts"
import { fields } from "../../world/users/fields.ts"
import { administrator, roles } from "../../world/users/roles.ts"
import { named } from "./columns.ts"
import type { Notes } from "./Notes.ts"
import type { Read, Source } from "./Source.ts"
import { Unreadable } from "./Unreadable.ts"
import * as Value from "./value.ts"

/** A user of a file. */
export interface UserDraft {
  /** The file and the line. */
  readonly place: string
  readonly id: number | undefined
  readonly name: string
  readonly email: string
  readonly username: string
  readonly isAdmin: boolean
  /** Names of pods, where the file has them. */
  readonly pods: ReadonlyArray<string>
  /** The other fields that the file has, as an entry has them. */
  readonly more: Readonly<Record<string, unknown>>
}

const kinds: ReadonlyMap<string, (typeof fields)[keyof typeof fields]["kind"]> = new Map(
  Record.toEntries(Record.map(fields, ({ kind }) => kind))
)

const known = new Set([...kinds.keys(), "pods"])

// they would let in whoever has the file
const secrets = new Set(["token", "password", "personal_access_tokens", "refresh_token"])

type Fields = Readonly<Record<string, unknown>>

const taken = (name: string, value: unknown): Value.Taken => {
  if (name === "avatar") return Value.picture(value)
  if (name === "permissions") return Value.texts(value)
  if (name === "pods")
    return Value.texts(Predicate.isString(value) && value.includes(";") ? value.replaceAll(";", ",") : value)
  return Value.take(kinds.get(name) ?? "text", value)
}

const shown = (value: unknown) => {
  const text = JSON.stringify(value) ?? ""
  return text.length > 40 ? `${text.slice(0, 40)}...` : text
}

/** The fields of an entry by the names that a world has for them. */
const fieldsOf = (
  { fields: given, place }: Read,
  nameOf: (field: string) => string | undefined,
  { file, notes }: { readonly file: string; readonly notes: Notes }
): Result.Result<Fields, Unreadable> => {
  const found: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(given)) {
    const name = nameOf(field)
    if (name === undefined) {
      if (field !== "" && value !== "" && value !== null)
        notes.add(secrets.has(field) ? `Secret, and not imported: ${field}` : `Not known, and left out: ${field}`, file)
      continue
    }
    const one = taken(name, Predicate.isString(value) ? Value.unmarked(value) : value)
    if (Result.isSuccess(one)) {
      if (one.success !== undefined) found[name] = one.success
    } else if (name === "status") notes.add("No number, and left out: status", `${file}, ${place}`)
    else
      return Result.fail(
        new Unreadable({ file, reason: `in ${place}, ${field} is ${shown(value)}, which is not ${one.failure}` })
      )
  }
  return Result.succeed(found)
}

const textIn = (fields: Fields, name: string) => {
  const value = fields[name]
  return Predicate.isString(value) ? value.trim() : ""
}

/** The name of a role as the service has it, whatever its case in the file. */
const roleIn = (fields: Fields): string => {
  const role = textIn(fields, "role_name")
  return roles.find(({ name }) => name.toLowerCase() === role.toLowerCase())?.name ?? role
}

const withRole = (more: Fields, role: string): Fields =>
  role === "" ? Struct.omit(more, ["role_name"]) : { ...more, role_name: role }

const ownFields = new Set(["id", "name", "email", "username", "pods"])

const draftOf = (fields: Fields, place: string): UserDraft => {
  const email = textIn(fields, "email")
  const { id, pods } = fields
  const role = roleIn(fields)
  return {
    place,
    id: Predicate.isNumber(id) ? id : undefined,
    name: textIn(fields, "name") || EmailAddress.localPart(email),
    email,
    username: textIn(fields, "username"),
    isAdmin: role === "" ? fields["role_id"] === administrator.id : role === administrator.name,
    pods: Array.isArray(pods) ? pods.filter(Predicate.isString).flatMap((name) => name.trim() || []) : [],
    more: withRole(
      Record.filter(fields, (_, name) => !ownFields.has(name)),
      role
    )
  }
}

/** The users of a file; one without an e-mail address is left out, and told. */
export const usersOf = (source: Source, notes: Notes): Result.Result<ReadonlyArray<UserDraft>, Unreadable> => {
  const { columns, entries, file } = source
  const names = columns === undefined ? undefined : named(columns, known)
  const doubled = doubledIn(names)
  if (doubled !== undefined) return Result.fail(new Unreadable({ file, reason: doubled }))
  if (names !== undefined && ![...names.values()].includes("email"))
    return Result.fail(new Unreadable({ file, reason: `it has no column email, but ${columns?.join(", ")}` }))
  const nameOf = (field: string) =>
    names === undefined ? (known.has(field) ? field : field === "role" ? "role_name" : undefined) : names.get(field)
  const drafts: Array<UserDraft> = []
  for (const entry of entries) {
    const fields = fieldsOf(entry, nameOf, { file, notes })
    if (Result.isFailure(fields)) return Result.fail(fields.failure)
    const place = `${file}, ${entry.place}`
    const draft = draftOf(fields.success, place)
    if (EmailAddress.form.test(draft.email)) drafts.push(draft)
    else notes.add("Left out, as there is no e-mail address", place)
  }
  return Result.succeed(drafts)
}

const doubledIn = (names: ReadonlyMap<string, string> | undefined): string | undefined => {
  const columns = [...(names ?? [])]
  const second = columns.find(([, name], index) => columns.slice(0, index).some(([, earlier]) => earlier === name))
  if (second === undefined) return undefined
  const first = columns.find(([, name]) => name === second[1])
  return `the columns ${first?.[0]} and ${second[0]} are both ${second[1]}`
}
