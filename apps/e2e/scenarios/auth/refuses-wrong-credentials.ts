import { Auth } from "@remote-assist/core/Auth"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import * as Expect from "../../src/Expect.ts"
import { scenario } from "../../src/Scenario.ts"
import { unusedEmail } from "../../src/steps/people.ts"
import { Target } from "../../src/Target.ts"

export default scenario(
  "auth/refuses-wrong-credentials",
  Effect.gen(function* () {
    const { administrator } = yield* Target
    const auth = yield* Auth
    const wrongPassword = { ...administrator, password: Redacted.make("not-the-password") }
    const nobody = { ...administrator, email: yield* unusedEmail }

    const v1 = yield* Expect.failure("a wrong password on /v1", auth.logIn(wrongPassword), "ErrorV1")
    yield* Expect.equal("its status", v1.status, 401)

    const v1r1 = yield* Expect.failure("a wrong password on /v1r1", auth.logInV1R1(wrongPassword), "ErrorV1R1")
    yield* Expect.equal("its name", v1r1.name, "generic")

    const unknown = yield* Expect.failure("an unknown user on /v1", auth.logIn(nobody), "ErrorV1")
    yield* Expect.equal("what it gives away of who exists", unknown.message, v1.message)
  })
)
