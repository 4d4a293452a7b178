import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"

import type { Grant } from "../../../world/model/rows.ts"
import type { TransitionContext } from "../../../world/model/TransitionContext.ts"
import type { World } from "../../../world/model/World.ts"

// every guest is a subject of their own
const ownerOf = (subject: string) => (subject.startsWith("Session:") ? "guests" : subject)

/** The refresh tokens of an owner, the oldest first; those of a file from before they were listed are searched for. */
const listed = ({ refreshTokens, refreshTokensOf }: World, owner: string): ReadonlyArray<string> =>
  Option.getOrElse(HashMap.get(refreshTokensOf, owner), () =>
    [...refreshTokens]
      .filter(([, { subject }]) => ownerOf(subject) === owner)
      .toSorted(([, one], [, other]) => one.until - other.until)
      .map(([token]) => token)
  )

/** Keeps what a refresh token stands for. Of its owner's others the expired ones go, and the oldest when there are too many. */
export const grant = ({ choose, now, world }: TransitionContext, token: string, granted: Grant): World => {
  const owner = ownerOf(granted.subject)
  const before = listed(world, owner)
  const lasting = before.filter((one) =>
    Option.exists(HashMap.get(world.refreshTokens, one), ({ until }) => now < until)
  )
  const kept = new Set([...lasting, token].slice(-choose("refresh.most")))
  const left = before.reduce(
    (tokens, one) => (kept.has(one) ? tokens : HashMap.remove(tokens, one)),
    world.refreshTokens
  )
  return {
    ...world,
    refreshTokens: HashMap.set(left, token, granted),
    refreshTokensOf: HashMap.set(world.refreshTokensOf, owner, [...kept])
  }
}
