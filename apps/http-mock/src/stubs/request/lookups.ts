import type { RegionName } from "@remote-assist/core/Region"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import { authenticate } from "../../service/access/authenticate.ts"
import { contextOf } from "../../tenants/Deployment.ts"
import type { Deployment } from "../../tenants/Deployment.ts"
import { bearerToken } from "../../wire/bearer.ts"
import * as Calls from "../../world/calls/Calls.ts"
import { show } from "../../world/calls/fields.ts"
import type { World } from "../../world/model/World.ts"
import type { Entry } from "../../world/users/User.ts"
import * as Users from "../../world/users/Users.ts"

/** A user as the administration shows them. */
export type StubUser = Entry

/** A call as the list of calls shows it. */
export type StubCall = ReturnType<typeof show>

/** Which rows: from `offset` on, at most `limit`. */
export interface RowsWanted {
  /** 20 unless given, 1,000 at the most. */
  readonly limit?: number
  readonly offset?: number
}

/** Which users: those whose fields are as given. */
export interface UsersWanted extends RowsWanted {
  readonly [field: string]: unknown
}

export interface CallsWanted extends RowsWanted {
  /** Whose: an e-mail address, a user name or an id; the administrator's unless given. */
  readonly user?: string | number
}

const mostRows = 1000

// rows that are looked at for those that fit
const mostSeen = 20_000

const count = (name: string, value: unknown, unlessGiven: number, most: number): number => {
  const number = value === undefined ? unlessGiven : Number(value)
  if (!Number.isInteger(number) || number < 0 || number > most)
    throw new Error(`the ${name} is ${String(value)}; give a whole number from 0 to ${most}`)
  return number
}

const isLike = (value: unknown, wanted: unknown) => String(value).toLowerCase() === String(wanted).toLowerCase()

const usersOf = ({ users }: World, { limit, offset, ...fields }: UsersWanted): ReadonlyArray<StubUser> => {
  const [most, start] = [count("limit", limit, 20, mostRows), count("offset", offset, 0, 10_000_000)]
  const wanted = Object.entries(fields).filter(([, value]) => value !== undefined)
  if (wanted.length === 0)
    return Users.positions(users, start, most).map((position) => Users.rowAt(users, position).entry)
  const found: Array<StubUser> = []
  let skipped = 0
  for (const position of Users.positions(users, 0, mostSeen)) {
    if (found.length === most) break
    const { entry } = Users.rowAt(users, position)
    const values = new Map<string, unknown>(Object.entries(entry))
    const unknown = wanted.find(([name]) => !values.has(name))
    if (unknown !== undefined)
      throw new Error(`users have no field ${unknown[0]}; they have ${[...values.keys()].join(", ")}`)
    if (!wanted.every(([name, value]) => isLike(values.get(name), value))) continue
    if (skipped < start) skipped += 1
    else found.push(entry)
  }
  return found
}

/** A user by their e-mail address, user name or id. */
const userOf = ({ users }: World, name: string | number): StubUser | undefined =>
  Users.byEmail(users, String(name)).pipe(
    Option.orElse(() => Users.byUsername(users, String(name))),
    Option.orElse(() => (/^\d{1,9}$/.test(String(name)) ? Users.byId(users, Number(name)) : Option.none())),
    Option.map(({ entry }) => entry),
    Option.getOrUndefined
  )

const callsOf = (
  deployment: Deployment,
  base: () => string,
  { limit, offset, user = "ada" }: CallsWanted
): ReadonlyArray<StubCall> => {
  const context = { ...contextOf(deployment), base }
  const { calls } = context.world
  const owner = userOf(context.world, user)
  if (owner === undefined) return []
  const positions = Calls.ofUser(calls, owner.id)
  const start = count("offset", offset, 0, 10_000_000)
  const length = Math.min(count("limit", limit, 20, mostRows), Math.max(0, positions.total - start))
  return Array.from({ length }, (_, index) => show(context, Calls.at(calls, positions.at(start + index))))
}

/** What stubs know of the tenant that they answer in. */
export interface Lookups {
  readonly tenant: string
  readonly region: RegionName
  /** Milliseconds since the epoch, by the tenant's clock. */
  readonly now: number
  readonly users: (wanted?: UsersWanted) => ReadonlyArray<StubUser>
  readonly user: (name: string | number) => StubUser | undefined
  readonly calls: (wanted?: CallsWanted) => ReadonlyArray<StubCall>
  /** The user whose token the request carries; nothing where it carries none that works. */
  readonly caller: () => StubUser | undefined
}

interface Sent {
  readonly headers: Readonly<Record<string, string | undefined>>
}

export const of = (
  tenant: string,
  region: RegionName,
  deployment: Deployment,
  request: Sent,
  base: () => string
): Lookups => {
  const context = contextOf(deployment)
  return {
    tenant,
    region,
    now: context.now,
    users: (wanted = {}) => usersOf(context.world, wanted),
    user: (name) => userOf(context.world, name),
    calls: (wanted = {}) => callsOf(deployment, base, wanted),
    caller: () => {
      const token = bearerToken(request)
      return token === undefined
        ? undefined
        : Option.getOrUndefined(Result.getSuccess(authenticate(context, token)))?.user?.entry
    }
  }
}
