import { Expect, scenario, step } from "@remote-assist/e2e"

/** An invited user logs in with only the URL of the invitation to a workbox (interface §4.1, 9). */
export default scenario(
  function* ({ auth, demo, tokens }) {
    const { inviteUrl } = yield* demo
    const { refresh, token } = yield* step("the invite URL is opened", auth.fromUrl(inviteUrl))
    const about = yield* step("the token is inspected", tokens.info(token))
    yield* Expect.atLeast("seconds that it lasts", about.expires_at - about.created_at, 1)
    yield* step("it is refreshed as any other", auth.refresh(refresh))
  },
  { tags: ["smoke"], needs: ["world"] }
)
