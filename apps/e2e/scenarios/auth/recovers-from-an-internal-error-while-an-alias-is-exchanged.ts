import { Auth } from "@remote-assist/core/Auth"
import { refusedOnV1, scenario, step, Target, whileFailing } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/**
 * A trade that fails with 500 has not happened: the alias's refresh token works afterwards (interface §4.1, 3 and §7).
 */
export default scenario(
  Effect.gen(function* () {
    const { aliasRefreshToken } = yield* (yield* Target).demo
    const exchange = (yield* Auth).exchange(Redacted.make(aliasRefreshToken))

    yield* whileFailing("Auth.exchange", refusedOnV1("the trade of an alias's refresh token", exchange, 500))
    yield* step("it is traded later", exchange)
  }),
  { needs: ["world", "control"] }
)
