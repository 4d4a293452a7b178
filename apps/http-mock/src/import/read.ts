import { EnterpriseUser } from "@remote-assist/core/EnterpriseUsers"
import { Pod } from "@remote-assist/core/Pods"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

import { formatSchemaError, maxDepth, isTooDeep } from "../world/json.ts"
import { emailPattern } from "../world/users/User.ts"

/** A JSON file with users or pods, as listed by the SDK or `remote-assist`. */
export interface ImportedFile {
  /** The name, for messages. */
  readonly name: string
  readonly content: string
}

export class Unreadable extends Schema.TaggedError<Unreadable>()("Unreadable", {
  file: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `Cannot import ${this.file}: ${this.reason}.`
  }
}

const Id = Schema.optionalKey(Schema.Int)

const User = Schema.Struct({ ...Struct.omit(EnterpriseUser.fields, ["id", "token"]), id: Id })
type User = typeof User.Type

export type Named = User & { readonly email: string }

const ExportedPod = Schema.Struct({ ...Struct.omit(Pod.fields, ["id", "email", "expert", "manage"]), id: Id })
export type ExportedPod = typeof ExportedPod.Type

export interface Read {
  readonly users: ReadonlyArray<Named>
  readonly pods: ReadonlyArray<ExportedPod>
}

const parse = (text: string): Result.Result<unknown, string> =>
  isTooDeep(text)
    ? Result.fail(`it is nested more than ${maxDepth} levels deep`)
    : Result.try({
        try: (): unknown => JSON.parse(text),
        catch: (error) => `it is not JSON (${error instanceof Error ? error.message : String(error)})`
      })

/** Returns the entries of a list, a page, or a list of pages. */
const flatten = (value: unknown): ReadonlyArray<unknown> => {
  if (Array.isArray(value)) return value.flatMap(flatten)
  return Predicate.hasProperty(value, "entries") && Array.isArray(value.entries) ? value.entries : [value]
}

const entriesOf = (text: string): Result.Result<ReadonlyArray<unknown>, string> => {
  const lines = text.split("\n").flatMap((line, index) => (line.trim() === "" ? [] : [{ line, number: index + 1 }]))
  if (lines.length < 2 || Result.isFailure(parse(lines[0]?.line ?? ""))) return Result.map(parse(text), flatten)
  return Result.map(
    Result.all(
      lines.map(({ line, number }) => Result.mapError(parse(line), (reason) => `in line ${number}, ${reason}`))
    ),
    flatten
  )
}

const isPod = (entry: unknown): boolean =>
  Predicate.isObject(entry) && ["user_count", "admin_count", "default"].some((field) => field in entry)

const decodeUser = Schema.decodeUnknownResult(User)

const decodePod = Schema.decodeUnknownResult(ExportedPod)

/** Creates the notes about omitted and changed values, with the first places of each. */
export const makeNotes = () => {
  const notes = new Map<string, Set<string>>()
  return {
    add: (subject: string, place: string): void => {
      notes.set(subject, (notes.get(subject) ?? new Set()).add(place))
    },
    lines: (): ReadonlyArray<string> =>
      Array.from(notes, ([subject, places]) => {
        const more = places.size - 3
        return `${subject}: ${[...places].slice(0, 3).join("; ")}${more > 0 ? ` and ${more} more` : ""}.`
      })
  }
}
export type Notes = ReturnType<typeof makeNotes>

const noteUnknown = (entry: unknown, known: Readonly<Record<string, unknown>>, file: string, notes: Notes) => {
  for (const [field, value] of Object.entries(Predicate.isObject(entry) ? entry : {}))
    if (!(field in known) && value !== null && value !== "") notes.add(`Omitted fields of ${file}`, field)
}

/** Reads the users and pods of all files. */
export const read = (files: ReadonlyArray<ImportedFile>, notes: Notes): Result.Result<Read, Unreadable> =>
  Result.gen(function* () {
    const users: Array<Named> = []
    const pods: Array<ExportedPod> = []
    const emails = new Set<string>()
    const ids = new Set<number | undefined>()
    for (const { content, name: file } of files) {
      const unreadable = (reason: string) => new Unreadable({ file, reason })
      for (const [index, entry] of (yield* Result.mapError(entriesOf(content), unreadable)).entries()) {
        const place = `${file}, entry ${index + 1}`
        const invalid = (error: Schema.SchemaError) => unreadable(`entry ${index + 1}, ${formatSchemaError(error)}`)
        if (isPod(entry)) {
          const pod = yield* Result.mapError(decodePod(entry), invalid)
          if (pod.id !== undefined && ids.has(pod.id)) notes.add("Omitted, as the pod exists already", place)
          else pods.push(pod)
          ids.add(pod.id)
          continue
        }
        const user = yield* Result.mapError(decodeUser(entry), invalid)
        noteUnknown(entry, User.fields, file, notes)
        const email = user.email?.trim() ?? ""
        const key = email.toLowerCase()
        if (!emailPattern.test(email)) notes.add("Omitted, as the user has no valid e-mail address", place)
        else if (emails.has(key)) notes.add("Omitted, as the e-mail address is in use", place)
        else users.push({ ...user, email })
        emails.add(key)
      }
    }
    return { users, pods }
  })
