import * as Option from "effect/Option"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"

import * as Calls from "../../world/calls/Calls.ts"
import type { Settings, World } from "../../world/model/World.ts"
import * as Removals from "../../world/users/Removals.ts"
import type { User } from "../../world/users/User.ts"
import * as Users from "../../world/users/Users.ts"
import * as Part from "./Part.ts"

const json = (value: unknown): Schema.Json => Schema.decodeUnknownSync(Schema.Json)(value)

const user = ({ entry, ...more }: User): Schema.Json => json({ ...entry, ...more })

const usersAt = ({ users }: World, positions: Iterable<number>) =>
  Part.record(positions, (position) =>
    Users.isPresent(users, position)
      ? Option.some([Users.idAt(position), user(Users.rowAt(users, position))])
      : Option.none()
  )

const range = (start: number, end: number) => Array.from({ length: Math.max(0, end - start) }, (_, at) => start + at)

const sameRows = ({ generated: one }: Users.Users, { generated: other }: Users.Users) =>
  one === other ||
  (one.seed === other.seed && one.from === other.from && JSON.stringify(one.pods) === JSON.stringify(other.pods))

/** The positions whose users may differ: stored rows that do, removed and created ones, and generated ones of other ranges. */
const changedUsers = (before: Users.Users, after: Users.Users): Iterable<number> => {
  if (before === after) return []
  const [fewer, more] = [Math.min(before.next, after.next), Math.max(before.next, after.next)]
  return sameRows(before, after)
    ? new Set([
        ...Part.changedKeys(before.rows, after.rows),
        ...Removals.difference(before.removed, after.removed),
        ...range(fewer, more)
      ])
    : range(0, more)
}

const users: Part.Part = {
  whole: (world) => usersAt(world, range(0, world.users.next)),
  differing: (before, after) => {
    const positions = [...changedUsers(before.users, after.users)]
    return [usersAt(before, positions), usersAt(after, positions)]
  }
}

const settings = ({ choices, key, ...more }: Settings): Schema.Json =>
  json({ ...more, key: Buffer.from(key).toString("base64url"), choices: choices.taken })

/** What a world is shown by, each part under its name. */
export const parts: Readonly<Record<string, Part.Part>> = {
  settings: Part.value(({ settings }) => settings, settings),
  drawn: Part.value(({ drawn }) => drawn, json),
  users,
  pods: Part.byId(({ pods }) => pods, json),
  accounts: Part.map(({ accounts }) => accounts, json),
  confirmations: Part.map(({ confirmations }) => confirmations, json),
  enterprises: Part.value(({ enterprises }) => enterprises, json),
  refreshTokens: Part.map(({ refreshTokens }) => refreshTokens, json),
  personalAccessTokens: Part.map(({ personalAccessTokens }) => personalAccessTokens, json),
  personalAccessTokenIds: Part.map(({ personalAccessTokenIds }) => personalAccessTokenIds, json),
  calls: Part.value(
    ({ calls }) => calls,
    ({ seed, size, users }) => ({ seed, size, users })
  ),
  annotations: Part.map(
    ({ calls }) => calls.annotations,
    json,
    (position, { calls }) => Calls.idOf(calls, position)
  ),
  onCallGroups: Part.byId(({ onCallGroups }) => onCallGroups, json),
  favorites: Part.map(({ favorites }) => favorites, json),
  aliases: Part.map(({ aliases }) => aliases, json),
  inviteUrls: Part.map(({ inviteUrls }) => inviteUrls, json),
  outbox: Part.map(({ outbox }) => outbox, json)
}

/** A world as JSON, every generated user included. */
export const view = (world: World): Schema.Json => Record.map(parts, ({ whole }) => whole(world))
