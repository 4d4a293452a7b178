import { Auth } from "@remote-assist/core/Auth"
import { Tokens } from "@remote-assist/core/Tokens"
import * as Effect from "effect/Effect"

import * as Expect from "../../src/Expect.ts"
import { scenario } from "../../src/Scenario.ts"
import { Target } from "../../src/Target.ts"

export default scenario(
  "auth/logs-in-with-a-password",
  Effect.gen(function* () {
    const { administrator } = yield* Target
    const auth = yield* Auth
    const tokens = yield* Tokens

    const v1 = yield* auth.logIn(administrator)
    const v1r1 = yield* auth.logInV1R1(administrator)

    const fromV1 = yield* tokens.info(v1.token)
    const fromV1R1 = yield* tokens.info(v1r1.token)
    yield* Expect.equal("permissions of the tokens of /v1 and /v1r1", fromV1R1.permissions, fromV1.permissions)
    yield* Expect.atLeast("life of the token", fromV1.expires_at - fromV1.created_at, 1)
  })
)
