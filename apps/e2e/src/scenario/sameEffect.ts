import { createRequire } from "node:module"
import { dirname } from "node:path"

import * as Effect from "effect/Effect"

/** Whether an Effect was made by another copy of Effect than this package's. */
export const isForeign = (act: Effect.Effect<unknown, unknown, unknown>): boolean =>
  act[Effect.TypeId] !== Effect.void[Effect.TypeId]

const folder = () => dirname(createRequire(import.meta.url).resolve("effect/package.json"))

/** An Effect was given that another copy of Effect than this package's made: the two would misbehave together. */
export class ForeignEffect extends TypeError {
  override readonly name = "ForeignEffect"
  constructor(where: string) {
    super(
      `${where} was given an Effect of another copy of effect than @remote-assist/e2e uses, which is in ${folder()}. Have one copy in the project: npm ls effect tells where another comes from, npm dedupe joins them if their versions allow it.`
    )
  }
}

/** Yields an Effect as it is, and throws if another copy of Effect made it; `where` it was given. */
export const sameEffect = <A, E, R>(where: string, act: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
  if (isForeign(act)) throw new ForeignEffect(where)
  return act
}
