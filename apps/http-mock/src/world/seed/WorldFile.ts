import { Annotation } from "@remote-assist/core/Calls"
import { RegionName } from "@remote-assist/core/Region"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

import { maxCalls, namedCalls } from "../calls/Calls.ts"
import { inOrder, maxStoredCalls, offsetOf, scriptFields } from "../calls/CallScript.ts"
import { formatSchemaError } from "../json.ts"
import { Pod } from "../model/rows.ts"
import { localPart, administrator, emailPattern, roles, Entry } from "../users/User.ts"
import { idAt } from "../users/Users.ts"
import { repeated, toLowerCase, unknown } from "./conflicts.ts"
import type { NamedPath, Path, Problem } from "./conflicts.ts"
import { maxUsers, namedUsers } from "./defaultWorld.ts"
import { names, onlyPod } from "./demo.ts"

/** A call of a world file: its script, and how long before the start of the world it begins. */
export const ListedCall = Schema.Struct({
  ...scriptFields,
  /** Default: both. */
  region: Schema.optionalKey(RegionName),
  /** How long before the start of the world (default: at its start). */
  ago: Schema.optionalKey(offsetOf("before the start of the world, such as 2 hours"))
}).check(inOrder)
export type ListedCall = typeof ListedCall.Type

const Name = Schema.NonEmptyString

const Email = Schema.String.check(Schema.isPattern(emailPattern, { expected: "an e-mail address" }))

const ListedUser = Schema.Struct({
  name: Name,
  email: Email,
  /** Only without the default world (default: the next id). */
  id: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: idAt(0), maximum: idAt(maxUsers - 1) }))),
  /** Default: the part of the e-mail address before the @. */
  username: Schema.optionalKey(Name),
  role: Schema.optionalKey(Schema.Literals(roles.map(({ name }) => name))),
  active: Schema.optionalKey(Schema.Boolean),
  /** Default: the password of the demo users. */
  password: Schema.optionalKey(Name),
  /** By name (default: the default pods). */
  pods: Schema.optionalKey(Schema.Array(Name)),
  /** On-call groups, by name. */
  favorites: Schema.optionalKey(Schema.Array(Name)),
  personal_access_tokens: Schema.optionalKey(
    Schema.Array(Schema.Struct({ token: Name, description: Schema.optionalKey(Schema.String) }))
  ),
  // the other fields of an entry (default: as for a new user)
  ...Struct.map(Struct.omit(Entry.fields, ["id", "username", "name", "email", "active"]), Schema.optionalKey)
})

const Listed = Schema.Struct({
  name: Name,
  description: Schema.optionalKey(Schema.String)
})

const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

const ListedPod = Schema.Struct({
  ...Listed.fields,
  /** Default: the next id. */
  id: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))),
  default: Schema.optionalKey(Schema.Boolean),
  enterprise_id: Schema.optionalKey(Schema.Int),
  avatar: Schema.optionalKey(Pod.fields.avatar),
  /** Default: the number of users that list the pod. */
  user_count: Schema.optionalKey(Count),
  admin_count: Schema.optionalKey(Count),
  /** By e-mail address (default: the administrators that list the pod). */
  admins: Schema.optionalKey(Schema.Array(Email)),
  /** Other pods, by name. */
  subpods: Schema.optionalKey(Schema.Array(Name))
})

const Parts = Schema.Struct({
  /** Whether to include the default world (default true). */
  default: Schema.optionalKey(Schema.Boolean),
  /** The number of users, without the listed ones, and of calls; including those of the default world. */
  size: Schema.optionalKey(
    Schema.Struct({
      users: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: maxUsers }))),
      calls: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: maxCalls })))
    })
  ),
  pods: Schema.optionalKey(Schema.Array(ListedPod)),
  on_call_groups: Schema.optionalKey(
    Schema.Array(
      Schema.Struct({
        ...Listed.fields,
        /** The user names of the members whom a call rings. */
        members: Schema.optionalKey(Schema.Array(Name))
      })
    )
  ),
  users: Schema.optionalKey(Schema.Array(ListedUser)),
  /** Accounts that are not confirmed. */
  accounts: Schema.optionalKey(
    Schema.Array(Schema.Struct({ name: Name, email: Email, password: Name, confirmation_token: Name }))
  ),
  /** Annotations of calls by position; 0 is the newest. */
  annotations: Schema.optionalKey(
    Schema.Array(Schema.Struct({ call: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)), ...Annotation.fields }))
  ),
  /** Calls that were placed before or at the start of the world. */
  calls: Schema.optionalKey(Schema.Array(ListedCall).check(Schema.isMaxLength(maxStoredCalls)))
})
type Parts = typeof Parts.Type

const noNames = { pods: [], podIds: [], groups: [], usernames: [], emails: [], tokens: [], confirmations: [] }

type Names = string | number | ReadonlyArray<string> | undefined

const pathsOf = (path: Path, names: Names): ReadonlyArray<NamedPath> => {
  if (typeof names === "object") return names.map((name, at) => ({ path: [...path, at], name }))
  return names === undefined ? [] : [{ path, name: String(names) }]
}

/** Returns the names in a field of the entries of a part, with their paths. */
const namesIn = <Field extends string>(
  part: keyof Parts,
  entries: ReadonlyArray<{ readonly [_ in Field]?: Names }>,
  field: Field
) => entries.flatMap((entry, index) => pathsOf([part, index, field], entry[field]))

const besideDefault = 'ids need "default": false, as they may be in use in the default world'

export const usernameOf = ({ email, username }: { readonly email: string; readonly username?: string }): string =>
  username ?? localPart(email)

const aloneConflicts = ({ size, users = [] }: Parts): ReadonlyArray<Problem> => [
  ...(users.some(({ active = true, role }) => active && role === administrator.name)
    ? []
    : [{ path: ["users"], issue: `a world without the default one needs an active ${administrator.name}` }]),
  ...((size?.calls ?? 0) > 0 && users.length + (size?.users ?? 0) < 3
    ? [{ path: ["size", "calls"], issue: "calls need three users" }]
    : []),
  ...((size?.calls ?? 0) > 0 && users.some(({ id }) => id !== undefined)
    ? [{ path: ["size", "calls"], issue: "calls need users without ids; omit the ids" }]
    : [])
]

/** Returns a problem for each size below that of the default world. */
const tooSmall = ({ size = {} }: Parts): ReadonlyArray<Problem> => {
  const problem = (name: string, minimum: number, count = minimum) => {
    const issue = `the default world has ${minimum}; use ${minimum} or more, or "default": false`
    return count < minimum ? [{ path: ["size", name], issue }] : []
  }
  return [...problem("users", namedUsers, size.users), ...problem("calls", namedCalls, size.calls)]
}

/** Returns where a file contradicts itself or the default world. */
const findConflicts = (file: Parts): ReadonlyArray<Problem> => {
  const isAlone = file.default === false
  const existing = isAlone ? noNames : names
  const { accounts = [], annotations = [], on_call_groups: groups = [], pods = [], size, users = [] } = file
  const podNames = isAlone && pods.length === 0 ? [onlyPod] : [...existing.pods, ...pods.map(({ name }) => name)]
  const groupNames = [...existing.groups, ...groups.map(({ name }) => name)]
  const emails = users.map(({ email }) => email)
  const usernames = users.map(usernameOf)
  const named = users.map((user, index) => ({
    path: ["users", index, ...(user.username === undefined ? [] : ["username"])],
    name: usernameOf(user)
  }))
  const owners = users.map(({ personal_access_tokens: tokens = [] }) => ({
    personal_access_tokens: tokens.map(({ token }) => token)
  }))
  const calls = Math.max(size?.calls ?? 0, isAlone ? 0 : namedCalls)
  return [
    ...(isAlone ? aloneConflicts(file) : tooSmall(file)),
    ...repeated(existing.pods, namesIn("pods", pods, "name")),
    ...repeated(existing.groups, namesIn("on_call_groups", groups, "name")),
    ...repeated(existing.podIds, namesIn("pods", pods, "id")),
    ...repeated([], namesIn("users", users, "id")),
    ...(isAlone ? [] : namesIn("users", users, "id").slice(0, 1)).map(({ path }) => ({ path, issue: besideDefault })),
    ...repeated(existing.usernames, named).map(({ issue, path }) =>
      path.includes("username")
        ? { issue, path }
        : { issue: `its user name comes from its e-mail address: ${issue} as username`, path }
    ),
    ...repeated(existing.emails, [...namesIn("users", users, "email"), ...namesIn("accounts", accounts, "email")]),
    ...repeated(existing.confirmations, namesIn("accounts", accounts, "confirmation_token")),
    ...repeated(existing.tokens, namesIn("users", owners, "personal_access_tokens")),
    ...unknown(podNames, namesIn("users", users, "pods")),
    ...unknown(podNames, namesIn("pods", pods, "subpods")),
    ...unknown(emails, namesIn("pods", pods, "admins"), "is not the e-mail address of a listed user", toLowerCase),
    ...unknown(groupNames, namesIn("users", users, "favorites")),
    ...unknown(
      [...existing.usernames, ...usernames],
      namesIn("on_call_groups", groups, "members"),
      "is not the user name of a named user",
      toLowerCase
    ),
    ...annotations.flatMap(({ call }, index) =>
      call < calls ? [] : [{ path: ["annotations", index, "call"], issue: `there are ${calls} calls, the first is 0` }]
    )
  ]
}

/** The content of a world, in addition to the default world or in place of it. */
export const WorldFile = Parts.check(Schema.makeFilter((file) => findConflicts(file)))
export type WorldFile = typeof WorldFile.Type

/** A file or an option that is not a valid world. */
export class UnusableWorld extends Schema.TaggedError<UnusableWorld>()("UnusableWorld", {
  source: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `Cannot use ${this.source}: ${this.reason}.`
  }
}

const decodeWorld = Schema.decodeUnknownResult(WorldFile, { onExcessProperty: "error" })

/** Decodes a world, or fails with the first issue. */
export const decode = (value: unknown, source: string): Result.Result<WorldFile, UnusableWorld> =>
  Result.mapError(decodeWorld(value), (error) => new UnusableWorld({ source, reason: formatSchemaError(error) }))
