import { Auth } from "@remote-assist/core/Auth"
import { Calls } from "@remote-assist/core/Calls"
import type { PersonalAccessTokenId } from "@remote-assist/core/PersonalAccessTokens"
import { PersonalAccessTokens } from "@remote-assist/core/PersonalAccessTokens"
import { Session } from "@remote-assist/core/Session"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"

import { temporary } from "../../recorder/Cleanup.ts"
import { mustRun } from "../../recorder/Recorder.ts"
import type { Person } from "../../targets/Target.ts"
import * as Expect from "../Expect.ts"
import { step } from "../Scenario.ts"
import { loggedInAs, withOwnClient, withUserToken } from "./people.ts"
import { refusedAsText, refusedOnV1, refusedOnV1R1 } from "./refusals.ts"

const removeWithToken = (token: Redacted.Redacted, id: PersonalAccessTokenId) =>
  Effect.gen(function* () {
    const logIn = (yield* Session).logInWithToken(token)
    // refused: the token or its user is already removed
    const isThere = yield* logIn.pipe(
      Effect.as(true),
      Effect.catchTag("ErrorV1R1", () => Effect.succeed(false))
    )
    if (isThere) yield* (yield* PersonalAccessTokens).remove(id)
  }).pipe(withOwnClient)

/** Creates a personal access token of the current user, removed when the scenario ends. */
export const createdPersonalAccessToken = step(
  "a personal access token is created",
  temporary({
    kind: "personal access token",
    id: ({ id }) => String(id),
    create: Effect.gen(function* () {
      const created = yield* (yield* PersonalAccessTokens).create
      return { ...created, token: yield* Expect.present("the text of the new token", created.token) }
    }),
    remove: ({ id, token }) => removeWithToken(token, id)
  })
)

/** Creates and removes a personal access token of the current user, and returns it. */
export const removedPersonalAccessToken = Effect.gen(function* () {
  const created = yield* createdPersonalAccessToken
  yield* step("it is removed", (yield* PersonalAccessTokens).remove(created.id))
  return created
})

/** The credentials of a user: password, user token, refresh token and personal access token. */
export interface Access {
  readonly person: Person
  readonly token: Redacted.Redacted
  readonly refresh: Redacted.Redacted
  readonly personalAccessToken: Redacted.Redacted
}

/** Lists the personal access tokens of the current user, which every user may do. */
export const listOwnTokens = Effect.flatMap(PersonalAccessTokens, ({ list }) => list)

/** Logs in a user and creates a personal access token for them. */
export const obtainAccess = Effect.fnUntraced(function* (person: Person) {
  const { refresh, token } = yield* step(`${person.email} logs in`, (yield* Auth).logIn(person))
  const created = yield* withUserToken(token, createdPersonalAccessToken)
  return { person, token, refresh, personalAccessToken: created.token }
}, mustRun)

/** Expects all credentials to be refused. */
export const expectAccessRefused = ({ person, personalAccessToken, refresh, token }: Access) =>
  Effect.gen(function* () {
    const auth = yield* Auth
    yield* refusedOnV1("their log-in", auth.logIn(person))
    yield* withUserToken(token, refusedOnV1R1("a call with their user token", listOwnTokens))
    yield* refusedOnV1("their refresh token", auth.refresh(refresh))
    yield* refusedOnV1R1("their personal access token", auth.personalAccessToken(personalAccessToken))
  }).pipe(mustRun)

/** Expects all credentials to work. */
export const expectAccessGranted = ({ person, personalAccessToken, refresh, token }: Access) =>
  Effect.gen(function* () {
    const auth = yield* Auth
    yield* step("they log in", auth.logIn(person))
    yield* withUserToken(token, step("a call with their user token succeeds", listOwnTokens))
    yield* step("they refresh their tokens", auth.refresh(refresh))
    yield* step("their personal access token is exchanged", auth.personalAccessToken(personalAccessToken))
  }).pipe(mustRun)

/** Runs an Effect while a user is logged in, and expects that it ends their session: the next call is refused. */
export const expectSessionEnd = <A, E, R>(person: Person, act: Effect.Effect<A, E, R>) =>
  loggedInAs(
    person,
    Effect.gen(function* () {
      yield* act
      yield* refusedAsText("listing their calls", (yield* Calls).list())
      const refresh = Expect.failure("the refresh of their session", (yield* Session).refresh, "SessionEnded")
      yield* step("their session ends with its refresh", refresh)
    })
  )
