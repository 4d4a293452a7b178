import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"

import type { Grant } from "./rows.ts"
import type { World } from "./World.ts"

// every guest is a subject of their own
const ownerOf = (subject: string) => (subject.startsWith("Session:") ? "guests" : subject)

const listed = ({ refreshTokensOf }: World, owner: string): ReadonlyArray<string> =>
  Option.getOrElse(HashMap.get(refreshTokensOf, owner), () => [])

/** Keeps what a refresh token stands for. Of its owner's others the expired ones go, and the oldest when there are too many. */
export const grant = (
  world: World,
  token: string,
  granted: Grant,
  { most, now }: { readonly most: number; readonly now: number }
): World => {
  const owner = ownerOf(granted.subject)
  const before = listed(world, owner)
  const lasting = before.filter((one) =>
    Option.exists(HashMap.get(world.refreshTokens, one), ({ until }) => now < until)
  )
  const kept = new Set([...lasting, token].slice(-most))
  const ended = before.filter((one) => !kept.has(one))
  return {
    ...world,
    refreshTokens: HashMap.set(HashMap.removeMany(world.refreshTokens, ended), token, granted),
    refreshTokensOf: HashMap.set(world.refreshTokensOf, owner, [...kept])
  }
}

/** Ends all refresh tokens of a subject, at a cost that follows from how many those are. */
export const revoke = (world: World, subject: string): World => ({
  ...world,
  refreshTokens: HashMap.removeMany(world.refreshTokens, listed(world, subject)),
  refreshTokensOf: HashMap.remove(world.refreshTokensOf, subject)
})
