import * as Calls from "../calls/Calls.ts"
import { localPart, administrator } from "../users/User.ts"
import { names, onlyPod } from "./demo.ts"

/** The parts of a world that refer to each other. */
interface Parts {
  readonly default?: boolean
  readonly size?: { readonly users?: number; readonly calls?: number }
  readonly pods?: ReadonlyArray<{
    readonly name: string
    readonly id?: number
    readonly admins?: ReadonlyArray<string>
    readonly subpods?: ReadonlyArray<string>
  }>
  readonly on_call_groups?: ReadonlyArray<{ readonly name: string; readonly members?: ReadonlyArray<string> }>
  readonly users?: ReadonlyArray<{
    readonly id?: number
    readonly email: string
    readonly username?: string
    readonly role?: string
    readonly active?: boolean
    readonly pods?: ReadonlyArray<string>
    readonly favorites?: ReadonlyArray<string>
    readonly personal_access_tokens?: ReadonlyArray<{ readonly token: string }>
  }>
  readonly accounts?: ReadonlyArray<{ readonly email: string; readonly confirmation_token: string }>
  readonly annotations?: ReadonlyArray<{ readonly call: number }>
}

type Path = ReadonlyArray<PropertyKey>

interface Problem {
  readonly path: Path
  readonly issue: string
}

interface Name {
  readonly path: Path
  readonly name: string
}

const nothing = { pods: [], podIds: [], groups: [], usernames: [], emails: [], tokens: [], confirmations: [] }

const each = <Entry>(
  part: keyof Parts,
  entries: ReadonlyArray<Entry>,
  field: string,
  of: (entry: Entry) => string
): ReadonlyArray<Name> => entries.map((entry, index) => ({ path: [part, index, field], name: of(entry) }))

const idsOf = (part: keyof Parts, entries: ReadonlyArray<{ readonly id?: number }>): ReadonlyArray<Name> =>
  entries.flatMap(({ id }, index) => (id === undefined ? [] : [{ path: [part, index, "id"], name: String(id) }]))

const besideDefault = 'ids go with "default": false alone, as those of the default world would be in their way'

const within = <Entry>(
  part: keyof Parts,
  entries: ReadonlyArray<Entry>,
  field: string,
  of: (entry: Entry) => ReadonlyArray<string> | undefined
): ReadonlyArray<Name> =>
  entries.flatMap((entry, index) => (of(entry) ?? []).map((name, at) => ({ path: [part, index, field, at], name })))

const isTaken = (seen: Set<string>, name: string) => {
  const { size } = seen
  return seen.add(name).size === size
}

const repeated = (taken: ReadonlyArray<string>, names: ReadonlyArray<Name>): ReadonlyArray<Problem> => {
  const seen = new Set(taken.map((name) => name.toLowerCase()))
  return names
    .filter(({ name }) => isTaken(seen, name.toLowerCase()))
    .map(({ name, path }) => ({
      path,
      issue: `${JSON.stringify(name)} is there already`
    }))
}

const unknown = (known: ReadonlyArray<string>, names: ReadonlyArray<Name>): ReadonlyArray<Problem> =>
  names
    .filter(({ name }) => !known.includes(name))
    .map(({ name, path }) => ({ path, issue: `${JSON.stringify(name)} is not there; there is ${known.join(", ")}` }))

/** The administrators of pods who are no listed users. */
const strangers = (users: NonNullable<Parts["users"]>, pods: NonNullable<Parts["pods"]>): ReadonlyArray<Problem> => {
  const known = new Set(users.map(({ email }) => email.toLowerCase()))
  return within("pods", pods, "admins", ({ admins }) => admins)
    .filter(({ name }) => !known.has(name.toLowerCase()))
    .map(({ name, path }) => ({ path, issue: `${JSON.stringify(name)} is the e-mail address of no listed user` }))
}

/** The members of on-call groups who are no user that is named here. */
const notOnCall = (
  usernames: ReadonlyArray<string>,
  groups: NonNullable<Parts["on_call_groups"]>
): ReadonlyArray<Problem> => {
  const known = new Set(usernames.map((name) => name.toLowerCase()))
  return within("on_call_groups", groups, "members", ({ members }) => members)
    .filter(({ name }) => !known.has(name.toLowerCase()))
    .map(({ name, path }) => ({ path, issue: `${JSON.stringify(name)} is the user name of nobody who is named` }))
}

export const usernameOf = ({ email, username }: { readonly email: string; readonly username?: string }): string =>
  username ?? localPart(email)

const alone = ({ size, users = [] }: Parts): ReadonlyArray<Problem> => [
  ...(users.some(({ active = true, role }) => active && role === administrator.name)
    ? []
    : [{ path: ["users"], issue: `no active ${administrator.name}, whom a world without the default one needs` }]),
  ...((size?.calls ?? 0) > 0 && users.length + (size?.users ?? 0) < 3
    ? [{ path: ["size", "calls"], issue: "calls need three users" }]
    : []),
  ...((size?.calls ?? 0) > 0 && users.some(({ id }) => id !== undefined)
    ? [{ path: ["size", "calls"], issue: "calls go with users who have no id; leave the ids out" }]
    : [])
]

/** Where a file contradicts itself or the default world. */
export const problems = (file: Parts): ReadonlyArray<Problem> => {
  const isAlone = file.default === false
  const there = isAlone ? nothing : names
  const { accounts = [], annotations = [], on_call_groups: groups = [], pods = [], size, users = [] } = file
  const podNames = isAlone && pods.length === 0 ? [onlyPod] : [...there.pods, ...pods.map(({ name }) => name)]
  const calls = Math.max(size?.calls ?? 0, isAlone ? 0 : Calls.namedCalls)
  return [
    ...(isAlone ? alone(file) : []),
    ...repeated(
      there.pods,
      each("pods", pods, "name", ({ name }) => name)
    ),
    ...repeated(
      there.groups,
      each("on_call_groups", groups, "name", ({ name }) => name)
    ),
    ...repeated(there.podIds, idsOf("pods", pods)),
    ...repeated([], idsOf("users", users)),
    ...(isAlone ? [] : idsOf("users", users).slice(0, 1)).map(({ path }) => ({ path, issue: besideDefault })),
    ...repeated(there.usernames, each("users", users, "username", usernameOf)),
    ...repeated(there.emails, [
      ...each("users", users, "email", ({ email }) => email),
      ...each("accounts", accounts, "email", ({ email }) => email)
    ]),
    ...repeated(
      there.confirmations,
      each("accounts", accounts, "confirmation_token", (one) => one.confirmation_token)
    ),
    ...repeated(
      there.tokens,
      within("users", users, "personal_access_tokens", (user) => user.personal_access_tokens?.map(({ token }) => token))
    ),
    ...unknown(
      podNames,
      within("users", users, "pods", (user) => user.pods)
    ),
    ...unknown(
      podNames,
      within("pods", pods, "subpods", ({ subpods }) => subpods)
    ),
    ...strangers(users, pods),
    ...unknown(
      [...there.groups, ...groups.map(({ name }) => name)],
      within("users", users, "favorites", ({ favorites }) => favorites)
    ),
    ...notOnCall([...there.usernames, ...users.map(usernameOf)], groups),
    ...annotations.flatMap(({ call }, index) =>
      call < calls ? [] : [{ path: ["annotations", index, "call"], issue: `there are ${calls} calls, the first is 0` }]
    )
  ]
}
