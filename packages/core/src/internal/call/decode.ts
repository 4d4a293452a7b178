import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

import * as Drift from "../../Drift.ts"
import { Drifted, RequestLine } from "../../Errors.ts"
import type { UnexpectedAnswer } from "../../Errors.ts"
import type { Answered } from "../../Http.ts"
import * as Answer from "./answer.ts"
import { lineOf } from "./Call.ts"
import type { CallRequest } from "./Call.ts"
import { unexpected, withoutSecrets } from "./failures.ts"
import { isGone } from "./isGone.ts"
import { withhold } from "./withhold.ts"

const undescribed = ({ url }: CallRequest, { headers, status }: Answered) => {
  const target = status >= 300 && status < 400 ? URL.parse(headers["location"] ?? "", url) : null
  return target === null
    ? "which the interface does not describe"
    : `a redirect to ${target.origin}, which is not followed: set the base address to where the service is`
}

const read = (decoders: Answer.Decoders, request: CallRequest, answer: Answered): Effect.Effect<unknown, unknown> => {
  const refuse = (reason: string): Effect.Effect<never, UnexpectedAnswer> =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.fail(unexpected(request, answer, now, reason)))
  if (request.call.isHeldBack) return refuse("which asked to wait")
  const decoder = decoders.at(answer.status)
  if (decoder === undefined) return refuse(undescribed(request, answer))
  const { body, isJson } = Answer.parse(answer.body)
  const decoded = decoder.decode(body).pipe(
    Effect.catch((error) =>
      refuse(isJson ? `with an unknown shape (${error.message})` : "with a body that is not JSON")
    ),
    Effect.flatMap(({ drifts: found, value }) => {
      if (found.length === 0) return Effect.succeed(value)
      const drifts = found.map((drift) => ({ operation: request.call.operation, ...drift }))
      return Effect.flatMap(Drift.Mode, (mode) =>
        mode === "strict"
          ? Effect.fail(new Drifted({ ...lineOf(request), drifts }))
          : Effect.flatMap(Drift.Report, (report) =>
              Effect.as(Effect.forEach(drifts, report, { discard: true }), value)
            )
      )
    })
  )
  return decoder.isSuccess
    ? Effect.map(decoded, (value) => withhold(request, answer.body, value))
    : Effect.flatMap(Effect.provideService(decoded, RequestLine, lineOf(request)), (error) =>
        Effect.fail(withoutSecrets(request, error))
      )
}

/**
 * Decodes the answer to a call; errors of the interface are failures. A repeated DELETE that finds nothing is done: what
 * it was to remove, an earlier attempt did.
 */
export const decode = (
  decoders: Answer.Decoders,
  request: CallRequest,
  answer: Answered
): Effect.Effect<unknown, unknown> => {
  const outcome = read(decoders, request, answer)
  if (request.method !== "DELETE" || !request.call.isUncertain) return outcome
  const success = decoders.at(200)
  if (success === undefined) return outcome
  // nothing, or the text that says it is done
  const none = Effect.catch(success.decode(null), () => success.decode(""))
  return Effect.catchIf(
    outcome,
    (error) => isGone(error, answer.body),
    (error) => Effect.mapBoth(none, { onFailure: () => error, onSuccess: ({ value }) => value })
  )
}
