import { Expect, scenario, step } from "@remote-assist/e2e"

/**
 * Each log-in has its own tokens: expiry and refreshes of one do not affect the others of the user (interface §4.1, 2,
 * 4 and 6).
 */
export default scenario(
  function* ({ administrator, advance, auth, tokens }) {
    const { info } = tokens
    const first = yield* step("the administrator logs in", auth.logIn(administrator))
    yield* step("a week passes", advance("7 days"))
    const second = yield* step("they log in elsewhere", auth.logIn(administrator))

    const { expires_at } = yield* step("the first token is inspected", info(first.token))
    const later = yield* step("the second is inspected", info(second.token))
    yield* Expect.equal("a week between their ends, in days", Math.round((later.expires_at - expires_at) / 86_400), 7)
    yield* step("the second is refreshed", auth.refresh(second.refresh))
    yield* step("the first one's refresh token still works", auth.refresh(first.refresh))
  },
  { needs: ["clock"] }
)
