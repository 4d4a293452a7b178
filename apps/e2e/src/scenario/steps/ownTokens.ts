import { PersonalAccessTokens } from "@remote-assist/core/PersonalAccessTokens"
import { Tokens } from "@remote-assist/core/Tokens"
import * as Effect from "effect/Effect"

/** The user who is logged in, by their id, and the ids of their personal access tokens. */
export const ownTokens = Effect.gen(function* () {
  const { id: owner } = yield* (yield* Tokens).validate()
  const tokens = yield* (yield* PersonalAccessTokens).list
  return { owner, known: tokens.map(({ id }) => id) }
})
