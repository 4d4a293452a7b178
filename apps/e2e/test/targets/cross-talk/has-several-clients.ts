import { PersonalAccessTokens } from "@remote-assist/core/PersonalAccessTokens"
import { Session } from "@remote-assist/core/Session"
import { Tokens } from "@remote-assist/core/Tokens"
import {
  administratorLogsIn,
  createdPersonalAccessToken,
  Expect,
  newcomer,
  scenario,
  step,
  withOwnClient
} from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

const whoIsLoggedIn = Effect.gen(function* () {
  return (yield* step("the token is inspected", (yield* Tokens).info())).data
})

/** Several who are logged in at the same time, each with a client of their own, stay who they are and see what is theirs. */
export default scenario(
  Effect.gen(function* () {
    yield* administratorLogsIn
    const administrator = yield* whoIsLoggedIn
    const people = [yield* newcomer(), yield* newcomer()]
    const acting = (person: (typeof people)[number]) =>
      Effect.gen(function* () {
        yield* (yield* Session).logIn(person)
        const { id } = yield* createdPersonalAccessToken
        yield* Expect.equal("who acts", yield* whoIsLoggedIn, `User:${person.id}`)
        const listed = yield* step("their tokens are listed", (yield* PersonalAccessTokens).list)
        yield* Expect.equal(
          "their personal access tokens",
          listed.map((token) => token.id),
          [id]
        )
      }).pipe(withOwnClient)
    yield* Effect.forEach(people, acting, { concurrency: "unbounded" })
    yield* Expect.equal("who is logged in outside", yield* whoIsLoggedIn, administrator)
  }),
  { needs: ["world"] }
)
