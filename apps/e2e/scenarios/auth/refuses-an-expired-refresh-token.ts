import { refusedOnV1, scenario, step } from "@remote-assist/e2e"

/**
 * A refresh token outlives the user token that came with it, but expires too: after 90 days on the emulator (interface
 * §4.1, 4 and §5, 5).
 */
export default scenario(
  function* ({ administrator, advance, auth }) {
    const { refresh } = yield* step("the administrator logs in", auth.logIn(administrator))

    yield* step("89 days pass", advance("89 days"))
    const next = yield* step("the tokens are refreshed", auth.refresh(refresh))
    yield* step("91 days pass", advance("91 days"))
    yield* refusedOnV1("the refresh token of 91 days ago", auth.refresh(next.refresh))
  },
  { needs: ["clock"] }
)
