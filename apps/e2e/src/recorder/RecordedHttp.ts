import * as Contract from "@remote-assist/core/Contract"
import { Http } from "@remote-assist/core/Http"
import type { ConnectionLost, HttpRequest, TooLarge } from "@remote-assist/core/Http"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { CurrentRecorder, CurrentStep } from "./Recorder.ts"

// the contract describes the part after `/api`
const operationOf = ({ method, url }: HttpRequest) =>
  Contract.match(method, /^[^?#]*?\/api(\/.*)$/.exec(url)?.[1] ?? url, { anyLength: true })?.operation.id

/** Returns why a request has no answer. */
export const lossReason = (error: ConnectionLost | TooLarge): string =>
  error._tag === "ConnectionLost" ? error.reason : "the answer is too large"

/** Records each request that the current attempt sends, with its answer or the reason of its absence. */
export const layer: Layer.Layer<Http, never, Http> = Layer.effect(
  Http,
  Effect.map(Http, ({ exchange }) => ({
    exchange: Effect.fnUntraced(function* (request, limit) {
      const { body, headers, method, url } = request
      const recorder = yield* CurrentRecorder
      // without other fields of the request, which would keep its client in memory
      const end = recorder.startExchange({ method, url, headers, body }, operationOf(request), yield* CurrentStep)
      return yield* exchange(request, limit).pipe(
        Effect.tap((answer) => Effect.sync(() => end(answer))),
        Effect.tapError((error) => Effect.sync(() => end(lossReason(error)))),
        Effect.onInterrupt(() => Effect.sync(() => end("interrupted")))
      )
    })
  }))
)
