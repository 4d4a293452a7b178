import { Auth } from "@remote-assist/core/Auth"
import { Tokens } from "@remote-assist/core/Tokens"
import { Expect, scenario, step, Target } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/** Who is invited to a workbox logs in with the URL of the invitation alone (interface §4.1, 9). */
export default scenario(
  Effect.gen(function* () {
    const { inviteUrl } = yield* (yield* Target).demo
    const auth = yield* Auth

    const { refresh, token } = yield* step("the invite URL is opened", auth.fromUrl(inviteUrl))
    const about = yield* step("the token is inspected", (yield* Tokens).info(token))
    yield* Expect.atLeast("seconds that it lasts", about.expires_at - about.created_at, 1)
    yield* step("it is refreshed as any other", auth.refresh(refresh))
  }),
  { tags: ["smoke"], needs: ["world"] }
)
