import { Auth } from "@remote-assist/core/Auth"
import { Region } from "@remote-assist/core/Region"
import { Tokens } from "@remote-assist/core/Tokens"
import { refusedOnV1, scenario, step, withRegion } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * The regions have the same interface and share nothing else: a token of one is 401 in the other, whose users log in
 * there (interface §1 and §9, 3).
 */
export default scenario(
  function* ({ administrator }) {
    const { apiUrl } = yield* Region
    const there = { apiUrl: apiUrl.replace("/us/", "/eu/") }
    const { refresh, token } = yield* step("they log in to the US region", (yield* Auth).logIn(administrator))

    const elsewhere = Effect.gen(function* () {
      const auth = yield* Auth
      yield* refusedOnV1("their token in the Europe region", (yield* Tokens).info(token))
      yield* refusedOnV1("their refresh token there", auth.refresh(refresh))
      yield* step("they log in there", auth.logIn(administrator))
    })
    yield* withRegion(there, elsewhere)
  },
  { needs: ["world"] }
)
