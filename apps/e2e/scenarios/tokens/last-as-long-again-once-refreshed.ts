import { Expect, refusedOnV1, scenario, step } from "@remote-assist/e2e"

/**
 * A refreshed token has a new life of the same length; the old one expires at its own time (interface §4.1, 4 and 6).
 */
export default scenario(
  function* ({ administrator, advance, auth, tokens }) {
    const { info } = tokens
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
  },
  { needs: ["clock"] }
)
