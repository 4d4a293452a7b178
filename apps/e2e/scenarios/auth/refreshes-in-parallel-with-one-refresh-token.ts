import { Expect, scenario, step } from "@remote-assist/e2e"
import * as Array from "effect/Array"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/**
 * The interface does not show whether a refresh token works only once. Programs refresh in parallel with the same one,
 * so it must work for a moment (interface §4.1, 4).
 */
export default scenario(function* ({ administrator, auth }) {
  const { refresh } = yield* step("the administrator logs in", auth.logIn(administrator))

  const thrice = Effect.all(
    Array.makeBy(3, () => auth.refresh(refresh)),
    { concurrency: "unbounded" }
  )
  const pairs = yield* step("three programs refresh with the same token", thrice)
  const texts = pairs.map(({ token }) => Redacted.value(token))
  yield* Expect.equal("different tokens", Array.dedupe(texts).length, 3)
})
