import { Tokens } from "@remote-assist/core/Tokens"
import { administratorLogsIn, clockStandsAt, Expect, scenario, step, Target } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"

/** Who stops the clock and moves it finds it where they left it, again and again. */
export default scenario(
  Effect.gen(function* () {
    const { advance } = yield* Target
    const start = "2031-05-01T12:00:00Z"
    yield* clockStandsAt(start)
    let hours = 0
    for (let move = 0; move < 3; move++) {
      const further = yield* Random.nextIntBetween(1, 200)
      yield* step(`the clock is moved by ${further} hours`, advance(`${further} hours`))
      hours += further
      yield* administratorLogsIn
      const { created_at } = yield* step("the token is inspected", (yield* Tokens).info())
      yield* Expect.equal("hours since the start", (created_at - Date.parse(start) / 1000) / 3600, hours)
    }
  }),
  { needs: ["control"] }
)
