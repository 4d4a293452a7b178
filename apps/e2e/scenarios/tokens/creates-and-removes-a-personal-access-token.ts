import { Auth } from "@remote-assist/core/Auth"
import { PersonalAccessTokens } from "@remote-assist/core/PersonalAccessTokens"
import * as Effect from "effect/Effect"

import * as Expect from "../../src/Expect.ts"
import { scenario } from "../../src/Scenario.ts"
import { administratorLogsIn } from "../../src/steps/people.ts"

export default scenario(
  "tokens/creates-and-removes-a-personal-access-token",
  Effect.gen(function* () {
    yield* administratorLogsIn
    const auth = yield* Auth
    const tokens = yield* PersonalAccessTokens

    const created = yield* Effect.acquireRelease(tokens.create, ({ id }) => Effect.ignore(tokens.remove(id)))
    const ids = (yield* tokens.list).map(({ id }) => id)
    yield* Expect.equal("whether the new token is listed", ids.includes(created.id), true)
    yield* Expect.equal("the token read by its id", (yield* tokens.read(String(created.id))).id, created.id)
    if (created.token === undefined) return yield* Effect.die("the new token came without its text")
    yield* auth.personalAccessToken(created.token)

    yield* tokens.remove(created.id)
    yield* Expect.failure("exchange of the removed", auth.personalAccessToken(created.token), "ErrorV1R1")
    yield* Expect.failure("reading the removed", tokens.read(String(created.id)), "ErrorV1R1")
  })
)
