import { Auth } from "@remote-assist/core/Auth"
import { Tokens } from "@remote-assist/core/Tokens"
import { Expect, refusedOnV1, scenario, step, Target } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * A refreshed token begins a life of its own, as long as the first; the old one ends when it would have (interface
 * §4.1, 4 and 6).
 */
export default scenario(
  Effect.gen(function* () {
    const { administrator, advance } = yield* Target
    const auth = yield* Auth
    const { info } = yield* Tokens
    const first = yield* step("the administrator logs in", auth.logIn(administrator))
    const before = yield* step("the token is inspected", info(first.token))
    const life = before.expires_at - before.created_at
    const half = Math.floor(life / 2)

    yield* step("half of its life passes", advance(`${half} seconds`))
    const second = yield* step("it is refreshed", auth.refresh(first.refresh))
    const after = yield* step("the new token is inspected", info(second.token))
    yield* Expect.equal("how long it lasts", after.expires_at - after.created_at, life)
    yield* step("the first one's life is over", advance(`${life - half} seconds`))
    yield* refusedOnV1("the first token", info(first.token))
    yield* step("the second is inspected", info(second.token))
  }),
  { needs: ["clock"] }
)
