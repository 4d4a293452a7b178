import { Http } from "@remote-assist/core/Http"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"

/** The target answered before, and no longer does. */
export class Gone extends Schema.TaggedError<Gone>()("Gone", {
  target: Schema.String,
  reason: Schema.String,
  /** Whether it still takes connections. It may be overloaded. */
  isSilent: Schema.Boolean
}) {
  override get message() {
    return `The target is gone: ${this.target} does not answer any more (${this.reason}). Start it again, and repeat what was not done.`
  }
}

const patience = "5 seconds"

const once = Effect.fnUntraced(function* (target: string, url: string) {
  const { exchange } = yield* Http
  const request = { method: "GET", url, headers: { accept: "application/json" }, body: undefined }
  yield* exchange(request, 1024 * 1024).pipe(
    Effect.catchTag("TooLarge", () => Effect.void),
    Effect.mapError(({ reason }) => new Gone({ target, reason, isSilent: false })),
    Effect.timeoutOrElse({
      duration: patience,
      orElse: () => Effect.fail(new Gone({ target, reason: `nothing within ${patience}`, isSilent: true }))
    })
  )
})

/** Fails if an address gives no answer at all. Asks three times. */
export const answering = (target: string, url: string): Effect.Effect<void, Gone, Http> =>
  Effect.retry(once(target, url), { times: 2, schedule: Schedule.exponential("500 millis") })
