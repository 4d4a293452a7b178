import { Auth } from "@remote-assist/core/Auth"
import { administratorLogsIn, createdPersonalAccessToken, scenario, step, Target } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/** A program that runs once a week trades its personal access token each time, without anybody who logs in for it (interface §4.1, 10). */
export default scenario(
  Effect.gen(function* () {
    yield* administratorLogsIn
    const auth = yield* Auth
    const { token } = yield* createdPersonalAccessToken
    yield* step("the program trades it", auth.personalAccessToken(token))
    yield* (yield* Target).advance("8 days")
    yield* step("a week later it trades it again", auth.personalAccessToken(token))
  }),
  { needs: ["clock"] }
)
