import { EnterpriseUser } from "@remote-assist/core/EnterpriseUsers"
import { Pod } from "@remote-assist/core/Pods"
import { explainJsonError } from "@remote-assist/core/Text"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

import { formatSchemaError, maxDepth, isTooDeep } from "../world/json.ts"
import { maxUsers } from "../world/seed/defaultWorld.ts"
import { listedEntry } from "../world/seed/listedUsers.ts"
import { decode } from "../world/seed/WorldFile.ts"
import type { WorldFile } from "../world/seed/WorldFile.ts"
import { GeneratedUser } from "../world/users/GeneratedUser.ts"
import { localPart, emailPattern, fields, administrator } from "../world/users/User.ts"
import { idAt } from "../world/users/Users.ts"

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

const Id = { id: Schema.optionalKey(Schema.Int) }

const User = Schema.Struct({ ...Struct.omit(EnterpriseUser.fields, ["token"]), ...Id })

type Named = typeof User.Type & { readonly email: string }

const ExportedPod = Schema.Struct({ ...Struct.omit(Pod.fields, ["email", "expert", "manage"]), ...Id })
type ExportedPod = typeof ExportedPod.Type

const parse = (text: string): Result.Result<unknown, string> =>
  isTooDeep(text)
    ? Result.fail(`it is nested more than ${maxDepth} levels deep`)
    : Result.try({
        try: (): unknown => JSON.parse(text),
        catch: () => explainJsonError(text, "Import a list of users")
      })

/** Returns the entries of a list, a page, or a list of pages. */
const flatten = (value: unknown): ReadonlyArray<unknown> => {
  if (Array.isArray(value)) return value.flatMap(flatten)
  return Predicate.hasProperty(value, "entries") && Array.isArray(value.entries) ? value.entries : [value]
}

const entriesOf = (text: string): Result.Result<ReadonlyArray<unknown>, string> => {
  const lines = text.split("\n").flatMap((line, index) => (line.trim() === "" ? [] : [{ line, number: index + 1 }]))
  const isLines = lines.length > 1 && Result.isSuccess(parse(lines[0]?.line ?? ""))
  const parseLine = ({ line, number }: (typeof lines)[number]) =>
    Result.mapError(parse(line), (reason) => `in line ${number}, ${reason.replace("from line 1,", "from")}`)
  return Result.map(isLines ? Result.all(lines.map(parseLine)) : parse(text), flatten)
}

const isPod = (entry: unknown): boolean =>
  Predicate.isObject(entry) && ["user_count", "admin_count", "default"].some((field) => field in entry)

const isWorldFile = (entry: unknown): boolean =>
  Predicate.isObject(entry) && !("name" in entry) && ["users", "size", "on_call_groups"].some((part) => part in entry)

/** A note about an omitted or changed value, and its place. */
type Note = readonly [subject: string, place: string]

/** Formats notes, with the first places of each subject. */
const formatNotes = (notes: ReadonlyArray<Note>): ReadonlyArray<string> =>
  Array.from(
    Map.groupBy(notes, ([subject]) => subject),
    ([subject, all]) => {
      const places = [...new Set(all.map(([, place]) => place))]
      return `${subject}: ${places.slice(0, 3).join(", ")}${places.length > 3 ? ` and ${places.length - 3} more` : ""}.`
    }
  )

const read = (files: ReadonlyArray<ImportedFile>, notes: Array<Note>) =>
  Result.gen(function* () {
    const users: Array<Named> = []
    const pods: Array<ExportedPod> = []
    // e-mail addresses of users, and ids of pods
    const seen = new Set<string | number>()
    const isNew = (key: string | number) => seen.size < seen.add(key).size
    for (const { content, name: file } of files) {
      const unreadable = (reason: string) => new Unreadable({ file, reason })
      for (const [index, entry] of (yield* Result.mapError(entriesOf(content), unreadable)).entries()) {
        if (isWorldFile(entry))
          return yield* Result.fail(unreadable(`it is a world file already. Use it with --seed ${file}`))
        const place = `entry ${index + 1} of ${file}`
        const invalid = (error: Schema.SchemaError) => unreadable(`entry ${index + 1}, ${formatSchemaError(error)}`)
        if (isPod(entry)) {
          const pod = yield* Result.mapError(Schema.decodeUnknownResult(ExportedPod)(entry), invalid)
          if (pod.id === undefined || isNew(pod.id)) pods.push(pod)
          else notes.push(["Omitted, as the pod exists already", place])
          continue
        }
        const user = yield* Result.mapError(Schema.decodeUnknownResult(User)(entry), invalid)
        for (const [field, value] of Object.entries(Predicate.isObject(entry) ? entry : {}))
          if (!(field in User.fields) && value !== null && value !== "")
            notes.push([`Omitted fields of ${file}`, field])
        const email = user.email?.trim() ?? ""
        if (!emailPattern.test(email)) notes.push(["Omitted, as the user has no valid e-mail address", place])
        else if (isNew(email.toLowerCase())) users.push({ ...user, email })
        else notes.push(["Omitted, as the e-mail address is in use", place])
      }
    }
    return { users, pods }
  })

type Read = Result.Result.Success<ReturnType<typeof read>>

type Fields = Readonly<Record<string, unknown>>

export interface ImportOptions {
  /** E-mail address of the user to make an administrator; required if no user is one. */
  readonly admin?: string | undefined
  /** Replaces all names, e-mail addresses and other texts of users and pods (default false). */
  readonly anonymize?: boolean | undefined
}

/** The option `world` of an emulator, and notes about omitted and changed values. */
export interface Imported {
  readonly world: WorldFile
  readonly notes: ReadonlyArray<string>
}

const appoint = (user: Named): Named => ({
  ...Struct.omit(user, ["role_id", "manage", "permissions"]),
  role_name: administrator.name,
  active: true
})

const isAdministrator = ({ role_id, role_name }: Named) =>
  typeof role_name === "string" ? role_name === administrator.name : role_id === administrator.id

const dates = new Set(Object.entries(fields).flatMap(([name, { kind }]) => (kind === "date-time" ? [name] : [])))

/** Truncates a date-time to the day, as the time of day can identify a user. */
const dayOf = (value: unknown) => {
  const [day] = /^\d{4}-\d{2}-\d{2}/.exec(String(value)) ?? []
  return day === undefined ? "" : `${day}T00:00:00.000000Z`
}

/** Returns an anonymous user: flags, days and role are kept, all else is generated. */
const anonymous = (user: Named, position: number): Named => {
  const row = new GeneratedUser(1, position)
  const own: Fields = user
  const days = Record.filter(own, (value, field) => dates.has(field) && value !== null)
  return {
    ...Struct.pick(user, ["id", "active", "available", "email_confirmed", "is_confirmed", "is_first_login"]),
    ...Record.map(days, dayOf),
    name: row.name,
    username: row.username,
    email: row.email,
    title: row.title,
    location: row.location,
    role_name: isAdministrator(user) ? administrator.name : null
  }
}

const anonymousPod = (pod: ExportedPod, index: number): ExportedPod => ({
  ...Struct.omit(pod, ["description", "avatar", "enterprise_id"]),
  name: `Pod ${index + 1}`
})

/** Gives each entry the first of its names that is unused, ignoring case. */
const uniqueNames = <Entry>(entries: ReadonlyArray<Entry>, namesOf: (entry: Entry) => ReadonlyArray<string>) => {
  const taken = new Set<string>()
  return entries.map((entry) => {
    const [preferred = ""] = namesOf(entry)
    let name = namesOf(entry).find((name) => name !== "" && !taken.has(name.toLowerCase())) ?? preferred
    for (let number = 2; name === "" || taken.has(name.toLowerCase()); number++)
      name = `${preferred} (${number})`.trim()
    taken.add(name.toLowerCase())
    return name
  })
}

const pictureOf = (avatar: Named["avatar"]) =>
  typeof avatar === "string"
    ? { original: avatar, thumb: null }
    : { original: avatar?.original ?? avatar?.url ?? null, thumb: avatar?.thumb ?? null }

/** Returns the fields of a user that differ from the defaults. */
const listedUser = (user: Named, username: string, pods: ReadonlyArray<string>, keepsId: boolean): Fields => {
  const { active, avatar, email, id, name, status, ...others } = user
  const base = {
    name: name?.trim() || localPart(email),
    email,
    ...(isAdministrator(user) ? { role: administrator.name } : {}),
    ...(active === false ? { active } : {})
  }
  const defaults: Fields = { ...listedEntry(0, base), pods: [] }
  const more: Fields = {
    ...others,
    username,
    status: typeof status === "number" ? status : undefined,
    pods,
    avatar: pictureOf(avatar)
  }
  return {
    ...(keepsId && id !== undefined ? { id } : {}),
    ...base,
    ...Record.filter(
      more,
      (value, field) => Predicate.isNotNullish(value) && JSON.stringify(value) !== JSON.stringify(defaults[field])
    )
  }
}

const idsIn = (entries: ExportedPod["users"]): ReadonlyArray<number> =>
  (entries ?? []).flatMap((one) => (Predicate.hasProperty(one, "id") && Predicate.isNumber(one.id) ? [one.id] : []))

const fitsWorld = (users: ReadonlyArray<Named>) => {
  const ids = users.flatMap(({ id }) => id ?? [])
  return new Set(ids).size === ids.length && ids.every((id) => id >= idAt(0) && id < idAt(maxUsers))
}

const worldOf = ({ pods, users }: Read, keepsIds: boolean, notes: Array<Note>): Fields => {
  const usernames = uniqueNames(users, ({ email, username }) => [username || localPart(email), email])
  const podNames = uniqueNames(pods, ({ id, name }) => {
    const own = name?.trim() || "Pod"
    return [own, `${own} (${id ?? "another"})`]
  })
  const keepsUserIds = keepsIds && fitsWorld(users)
  if (keepsIds && !keepsUserIds)
    notes.push(["Ids were replaced, as some were repeated or not in the range", `${idAt(0)} to ${idAt(maxUsers - 1)}`])
  const emails = new Map(users.map(({ email, id }) => [id, email]))
  const namesById = new Map(pods.map(({ id }, index) => [id, podNames[index] ?? ""]))
  const podsOf = new Map<number, Set<string>>()
  const listedPods = pods.map((pod, index): Fields => {
    const name = podNames[index] ?? ""
    const [administrators, members] = [idsIn(pod.admins), idsIn(pod.users)]
    for (const id of [...members, ...administrators]) podsOf.set(id, (podsOf.get(id) ?? new Set()).add(name))
    const known = administrators.flatMap((id) => emails.get(id) ?? [])
    if (known.length < administrators.length) notes.push(["Administrators of pods who are not users", name])
    const subpods = idsIn(pod.subpods).flatMap((id) => namesById.get(id) ?? [])
    const listed: Fields = {
      ...Struct.omit(pod, ["users"]),
      id: keepsIds && (pod.id ?? 0) > 0 ? pod.id : undefined,
      name,
      default: pod.default === true ? true : undefined,
      avatar: Predicate.isNullish(pod.avatar) ? undefined : pictureOf(pod.avatar),
      admins: Predicate.isNullish(pod.admins) ? undefined : known,
      subpods: subpods.length === 0 ? undefined : subpods
    }
    return Record.filter(listed, Predicate.isNotNullish)
  })
  return {
    default: false,
    ...(pods.length === 0 ? {} : { pods: listedPods }),
    users: users.map((user, index) =>
      listedUser(user, usernames[index] ?? "", [...(podsOf.get(user.id ?? -1) ?? [])], keepsUserIds)
    )
  }
}

const isFiles = Schema.is(Schema.NonEmptyArray(Schema.Struct({ name: Schema.String, content: Schema.String })))

/** Creates a world from lists of users and pods. Tokens are never imported. */
export const importWorld = (
  files: ReadonlyArray<ImportedFile>,
  { admin, anonymize = false }: ImportOptions = {}
): Result.Result<Imported, Unreadable> => {
  if (!isFiles(files))
    throw new TypeError("importWorld needs files. Use a list of objects with the texts name and content.")
  const file = files.map(({ name }) => name).join(" and ")
  return Result.gen(function* () {
    const notes: Array<Note> = []
    const { pods, users } = yield* read(files, notes)
    const isAppointed = ({ email }: Named) => email.toLowerCase() === admin?.toLowerCase()
    const fail = (reason: string) =>
      Result.fail(new Unreadable({ file, reason: [`${reason}.`, ...formatNotes(notes)].join(" ").replace(/\.$/, "") }))
    if (users.length === 0) return yield* fail("it has no users with an e-mail address. Import a list of users")
    if (admin !== undefined && !users.some(isAppointed)) return yield* fail(`it has no user ${admin}`)
    const appointed = users.map((user) => (isAppointed(user) ? appoint(user) : user))
    if (!appointed.some((user) => isAdministrator(user) && user.active !== false))
      return yield* fail(
        `it has no active ${administrator.name}, which a world needs. Set one by e-mail address with --admin`
      )
    const shown = anonymize
      ? { users: appointed.map(anonymous), pods: pods.map(anonymousPod) }
      : { users: appointed, pods }
    const world = yield* Result.mapError(
      decode(worldOf(shown, !anonymize, notes), file),
      ({ reason }) => new Unreadable({ file, reason })
    )
    return { world, notes: formatNotes(notes) }
  })
}
