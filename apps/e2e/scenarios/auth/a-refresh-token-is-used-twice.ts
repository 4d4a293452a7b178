import { Expect, scenario, step } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * Two programs that share a refresh token both renew with it: each gets tokens, or the second one is refused (interface
 * §4.1, 4).
 */
export default scenario(function* ({ administrator, auth }) {
  const { refresh } = yield* step("the administrator logs in", auth.logIn(administrator))
  yield* step("one program renews", auth.refresh(refresh))
  const second = yield* step("the other renews with the same token", Effect.result(auth.refresh(refresh)))
  if (second._tag === "Failure") yield* Expect.equal("the refusal", second.failure._tag, "ErrorV1")
})
