import { Auth } from "@remote-assist/core/Auth"
import { Calls } from "@remote-assist/core/Calls"
import type { PersonalAccessTokenId } from "@remote-assist/core/PersonalAccessTokens"
import { PersonalAccessTokens } from "@remote-assist/core/PersonalAccessTokens"
import { Session } from "@remote-assist/core/Session"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"

import { owned } from "../../recorder/Cleanup.ts"
import type { Person } from "../../targets/Target.ts"
import * as Expect from "../Expect.ts"
import { step } from "../Scenario.ts"
import { loggedInAs, withOwnClient, withUserToken } from "./people.ts"
import { refusedAsText, refusedOnV1, refusedOnV1R1 } from "./refusals.ts"

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

/** All that somebody comes in with: a password, a session with its two tokens, and a personal access token. */
export interface Access {
  readonly person: Person
  readonly token: Redacted.Redacted
  readonly refresh: Redacted.Redacted
  readonly personalAccessToken: Redacted.Redacted
}

/** Lists the personal access tokens of whoever is logged in: what every user may, and nobody else. */
export const listsOwnTokens = Effect.flatMap(PersonalAccessTokens, ({ list }) => list)

/** Logs somebody in, and has them create a personal access token. */
export const accessOf = (person: Person) =>
  Effect.gen(function* () {
    const { refresh, token } = yield* step(`${person.email} logs in`, (yield* Auth).logIn(person))
    const created = yield* withUserToken(token, createdPersonalAccessToken)
    const access: Access = { person, token, refresh, personalAccessToken: created.token }
    return access
  })

/** Expects each way in to be refused: password, user token, refresh token and personal access token. */
export const accessRefused = ({ person, personalAccessToken, refresh, token }: Access) =>
  Effect.gen(function* () {
    const auth = yield* Auth
    yield* refusedOnV1("their log-in", auth.logIn(person))
    yield* withUserToken(token, refusedOnV1R1("a call with their user token", listsOwnTokens))
    yield* refusedOnV1("their refresh token", auth.refresh(refresh))
    yield* refusedOnV1R1("their personal access token", auth.personalAccessToken(personalAccessToken))
  })

/** Expects each way in to be open: password, user token, refresh token and personal access token. */
export const accessGranted = ({ person, personalAccessToken, refresh, token }: Access) =>
  Effect.gen(function* () {
    const auth = yield* Auth
    yield* step("they log in", auth.logIn(person))
    yield* withUserToken(token, step("a call with their user token succeeds", listsOwnTokens))
    yield* step("they refresh their tokens", auth.refresh(refresh))
    yield* step("their personal access token is exchanged", auth.personalAccessToken(personalAccessToken))
  })

/** Has somebody lose their access by an act while they are logged in: their next call is refused, and their session ends. */
export const sessionEndedBy = <A, E, R>(person: Person, act: Effect.Effect<A, E, R>) =>
  loggedInAs(
    person,
    Effect.gen(function* () {
      yield* act
      yield* refusedAsText("listing their calls", (yield* Calls).list())
      const refresh = Expect.failure("the refresh of their session", (yield* Session).refresh, "SessionEnded")
      yield* step("their session ends with its refresh", refresh)
    })
  )
