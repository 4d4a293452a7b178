import { Expect, scenario, step } from "@remote-assist/e2e"
import * as Redacted from "effect/Redacted"

/** A refresh yields a new token and a new refresh token, both for the same user (interface §4.1, 4). */
export default scenario(
  function* ({ administrator, auth, tokens }) {
    const before = yield* step("the administrator logs in", auth.logIn(administrator))

    const after = yield* step("both tokens are refreshed", auth.refresh(before.refresh))
    yield* Expect.isTrue("the token is another", Redacted.value(after.token) !== Redacted.value(before.token))
    yield* Expect.isTrue("so is the other", Redacted.value(after.refresh) !== Redacted.value(before.refresh))
    const old = yield* step("the old token still works", tokens.validate({ token: before.token }))
    const renewed = yield* step("and the new one", tokens.validate({ token: after.token }))
    yield* Expect.equal("whose tokens they are", renewed.id, old.id)
    yield* step("the new one is refreshed in turn", auth.refresh(after.refresh))
  },
  { tags: ["smoke"] }
)
