import { Auth } from "@remote-assist/core/Auth"
import { Tokens } from "@remote-assist/core/Tokens"
import { Expect, scenario, step, Target } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * A token can be inspected: who issued it, when, until when, what it allows, and what state it is in (interface §2.2
 * and §4.1, 6).
 */
export default scenario(
  Effect.gen(function* () {
    const { administrator } = yield* Target
    const { token } = yield* step("the administrator logs in", (yield* Auth).logIn(administrator))

    const about = yield* step("the token is inspected", (yield* Tokens).info(token))
    yield* Expect.atLeast("how long it lasts", about.expires_at - about.created_at, 1)
    yield* Expect.isTrue("somebody issued it", about.issuer !== "")
    yield* Expect.isTrue("it is in some state", about.status !== "")
    yield* Expect.present("what is noted in it", about.data)
    yield* Expect.isTrue("it allows to administer", about.permissions.includes("enterprise_admin"))
  }),
  { tags: ["smoke"] }
)
