import { refusedOnV1, scenario, step, whileFailing } from "@remote-assist/e2e"
import * as Redacted from "effect/Redacted"

/**
 * An exchange that fails with 500 has no effect: the alias's refresh token works afterwards (interface §4.1, 3 and §7).
 */
export default scenario(
  function* ({ auth, demo }) {
    const { aliasRefreshToken } = yield* demo
    const exchange = auth.exchange(Redacted.make(aliasRefreshToken))

    yield* whileFailing("Auth.exchange", refusedOnV1("the exchange of an alias's refresh token", exchange, 500))
    yield* step("it is exchanged later", exchange)
  },
  { needs: ["world", "control"] }
)
