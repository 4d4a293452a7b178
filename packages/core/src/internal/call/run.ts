import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import { CallOptions } from "../../CallOptions.ts"
import { CallTimeout } from "../../CallTimeout.ts"
import { InvalidRequest } from "../../Errors.ts"
import type { HttpResponse, HttpRequest } from "../../Http.ts"
import type * as Retry from "../../Retry.ts"
import { knownToCall, maskOf } from "../secrets/masking.ts"
import type { KnownSecrets } from "../secrets/masking.ts"
import { secretsIn, secretsOf } from "../secrets/names.ts"
import type { Send } from "./attempts.ts"
import { timedOut } from "./Call.ts"
import type { CallRequest } from "./Call.ts"
import { receivedOf } from "./decode.ts"
import type { Measure } from "./observe.ts"
import { observe } from "./observe.ts"
import type { Keep, Misfit } from "./request.ts"
import { tell } from "./tell.ts"

/** What calls have in common. */
export interface Operation {
  readonly operation: string
  readonly method: string
  readonly template: string
  readonly region: string
  /** What its client knows of secrets. */
  readonly known: KnownSecrets
  readonly measure: Measure
}

/** A call: what names it when its request is held, and what becomes of its input and of its answer. */
export interface Steps<E> {
  readonly operation: string
  readonly retry: Retry.Class
  /** Whether its secrets are kept in mind: those that it sends, and those that it yields. */
  readonly opens: boolean
  readonly send: Send<E>
  readonly input: unknown
  readonly encode: (options: CallOptions, keep: Keep) => Result.Result<HttpRequest, Misfit>
  readonly decode: (request: CallRequest, answer: HttpResponse) => Effect.Effect<unknown, unknown>
}

const answered =
  <E>({ decode, opens }: Steps<E>, { onResponse }: CallOptions, request: CallRequest) =>
  (answer: HttpResponse) => {
    const told =
      onResponse === undefined || request.call.isHeldBack
        ? Effect.void
        : tell("onResponse", () => onResponse(receivedOf(request, answer)))
    const decoded = Effect.andThen(told, decode(request, answer))
    return Effect.andThen(
      Effect.annotateCurrentSpan("http.response.status_code", answer.status),
      opens ? Effect.tap(decoded, (value) => Effect.sync(() => request.call.known.add(...secretsIn(value)))) : decoded
    )
  }

/** Makes what runs the calls of an operation, each from its input to its outcome, and within its time. */
export const runner = ({ known: ofClient, measure, method, operation, region, template }: Operation) => {
  const observed = observe(operation, method, template, region, measure)
  return <E>(steps: Steps<E>): Effect.Effect<unknown, unknown> =>
    observed((start) =>
      Effect.withFiber((fiber): Effect.Effect<unknown, unknown> => {
        const options = fiber.getRef(CallOptions)
        const known = knownToCall(ofClient)
        const encoded = steps.encode(options, (hidden) => known.add(...secretsIn(hidden)))
        if (Result.isFailure(encoded)) {
          const mask = maskOf(() => [...known.all(), ...secretsIn([steps.input, options.extra])])
          return Effect.fail(new InvalidRequest({ operation, reason: mask(encoded.failure.message) }))
        }
        const limit = Duration.toMillis(fiber.getRef(CallTimeout))
        const call = {
          operation: steps.operation,
          known,
          retry: steps.retry,
          retries: options.retries,
          limit,
          deadline: start + limit,
          repeats: 0,
          wasSent: false,
          isHeldBack: false,
          isUncertain: false
        }
        const request: CallRequest = { ...encoded.success, call }
        if (steps.opens) known.add(...secretsOf(request))
        return Effect.timeoutOrElse(Effect.flatMap(steps.send(request), answered(steps, options, request)), {
          // what is sent ends itself in time; this is for what else a call waits for
          duration: limit + 1,
          orElse: () => Effect.fail(timedOut(request, limit))
        })
      })
    )
}
