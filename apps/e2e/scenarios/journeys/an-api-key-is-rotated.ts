import { Auth } from "@remote-assist/core/Auth"
import { Region } from "@remote-assist/core/Region"
import { Tokens } from "@remote-assist/core/Tokens"
import { refusedOnV1, scenario, step, withRegion } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/**
 * An API key identifies the organization of a program, not a user: while the old and the new key are both valid, a
 * token of one works with the other; a retired key shuts out its programs, not the users (interface §4.1, 7 and §5, 1
 * and 5). The interface does not show how keys are issued, so the emulator is configured with them.
 */
export default scenario(
  function* ({ administrator, control }) {
    const { gaps } = yield* control
    const [oldKey, newKey] = [(yield* Region).apiKey, Redacted.make("next-api-key")]
    const known = (...keys: ReadonlyArray<Redacted.Redacted>) =>
      gaps.choose({ params: { id: "api-key.value" }, payload: { choice: keys.map(Redacted.value) } })
    const under = <A, E>(apiKey: Redacted.Redacted, act: Effect.Effect<A, E, Auth | Tokens>) =>
      withRegion({ apiKey }, act)
    const logIn = Effect.flatMap(Auth, (auth) => auth.logIn(administrator))

    yield* under(newKey, refusedOnV1("a log-in under a key to come", logIn))
    yield* step("the new key is issued beside the old", known(oldKey, newKey))
    const { token } = yield* under(oldKey, step("a program logs in under the old key", logIn))
    const validate = Effect.flatMap(Tokens, (tokens) => tokens.validate({ token }))
    yield* under(newKey, step("its token is validated under the new one", validate))

    yield* step("the old key is retired", known(newKey))
    yield* under(oldKey, refusedOnV1("the token under the old key", validate))
    yield* under(newKey, step("the token goes on under the new one", validate))
  },
  { tags: ["journey"], needs: ["control"] }
)
