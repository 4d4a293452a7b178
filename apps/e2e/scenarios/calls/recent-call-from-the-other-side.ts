import { Calls } from "@remote-assist/core/Calls"
import { Expect, loggedInAs, scenario, step } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * The receiver sees the same call as an incoming one, with the caller as its contact, and its rating (interface §2.9).
 */
export default scenario(
  function* ({ administrator, colleague }) {
    yield* loggedInAs(
      colleague,
      Effect.gen(function* () {
        const [recent] = yield* step("they read their most recent call", (yield* Calls).recent)
        const call = yield* Expect.present("their most recent call", recent)
        yield* Expect.equal("whether it went out", call.outgoing, false)
        yield* Expect.equal("the contact", call.contact?.email, administrator.email)
        yield* Expect.equal("why it ended", call.reason, "Call Ended")
        yield* Expect.equal("seconds", call.duration, 754)
        yield* Expect.equal(
          "ratings",
          call.ratings?.map(({ rating }) => rating),
          ["5"]
        )
      })
    )
  },
  { needs: ["world"] }
)
