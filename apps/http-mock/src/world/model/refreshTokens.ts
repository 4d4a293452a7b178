import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"

import type { Grant } from "./rows.ts"
import type { World } from "./World.ts"

// each guest has its own subject
const ownerOf = (subject: string) => (subject.startsWith("Session:") ? "guests" : subject)

const listed = ({ refreshTokensOf }: World, owner: string): ReadonlyArray<string> =>
  Option.getOrElse(HashMap.get(refreshTokensOf, owner), () => [])

/** Stores a refresh token; removes the expired ones of its owner, and the oldest ones above `max`. */
export const grant = (
  world: World,
  token: string,
  granted: Grant,
  { max, now }: { readonly max: number; readonly now: number }
): World => {
  const owner = ownerOf(granted.subject)
  const before = listed(world, owner)
  const valid = before.filter((one) => Option.exists(HashMap.get(world.refreshTokens, one), ({ until }) => now < until))
  const current = new Set([...valid, token].slice(-max))
  const ended = before.filter((one) => !current.has(one))
  return {
    ...world,
    refreshTokens: HashMap.set(HashMap.removeMany(world.refreshTokens, ended), token, granted),
    refreshTokensOf: HashMap.set(world.refreshTokensOf, owner, [...current])
  }
}

/** Revokes all refresh tokens of a subject. */
export const revoke = (world: World, subject: string): World => ({
  ...world,
  refreshTokens: HashMap.removeMany(world.refreshTokens, listed(world, subject)),
  refreshTokensOf: HashMap.remove(world.refreshTokensOf, subject)
})
