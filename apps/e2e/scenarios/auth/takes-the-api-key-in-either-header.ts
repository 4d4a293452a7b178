import { Auth } from "@remote-assist/core/Auth"
import { scenario, step, withRegion } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * Without a user token, the API key is sent in its own header or in `authorization`: samples of the interface show both
 * (interface §5, 1).
 */
export default scenario(
  function* ({ administrator }) {
    const logIn = Effect.flatMap(Auth, (auth) => auth.logIn(administrator))

    const inHeader = withRegion({ apiKeyForm: "header" }, logIn)
    yield* step("a log-in with the API key in its own header", inHeader)
    const inAuthorization = withRegion({ apiKeyForm: "authorization" }, logIn)
    yield* step("a log-in with the API key in authorization", inAuthorization)
  },
  { tags: ["smoke"] }
)
