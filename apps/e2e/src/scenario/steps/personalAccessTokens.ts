import type { PersonalAccessTokenId } from "@remote-assist/core/PersonalAccessTokens"
import { PersonalAccessTokens } from "@remote-assist/core/PersonalAccessTokens"
import { Session } from "@remote-assist/core/Session"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"

import { owned } from "../../cleanup/Cleanup.ts"
import * as Expect from "../Expect.ts"
import { step } from "../Step.ts"
import { withOwnClient } from "./people.ts"

const removeByItself = (token: Redacted.Redacted, id: PersonalAccessTokenId) =>
  Effect.gen(function* () {
    const logIn = (yield* Session).logInWithToken(token)
    // one that is refused is gone, or its user is
    const isThere = yield* Effect.matchEffect(logIn, {
      onSuccess: () => Effect.succeed(true),
      onFailure: (error) => (error._tag === "ErrorV1R1" ? Effect.succeed(false) : Effect.fail(error))
    })
    if (isThere) yield* (yield* PersonalAccessTokens).remove(id)
  }).pipe(withOwnClient)

/** Creates a personal access token of whoever is logged in, which is removed when the scenario ends. */
export const createdPersonalAccessToken = step(
  "a personal access token is created",
  owned({
    kind: "personal access token",
    id: ({ id }) => String(id),
    create: Effect.gen(function* () {
      const created = yield* (yield* PersonalAccessTokens).create
      return { ...created, token: yield* Expect.present("the text of the new token", created.token) }
    }),
    remove: ({ id, token }) => removeByItself(token, id)
  })
)

/** Creates a personal access token of whoever is logged in and removes it again, and yields what it was. */
export const removedPersonalAccessToken = Effect.gen(function* () {
  const created = yield* createdPersonalAccessToken
  yield* step("it is removed", (yield* PersonalAccessTokens).remove(created.id))
  return created
})
