import * as Contract from "@remote-assist/core/Contract"
import type { HttpRequest } from "@remote-assist/core/Http"
import { Http } from "@remote-assist/core/Http"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"

import { CurrentRecorder, CurrentStep } from "../recorder/Recorder.ts"

const apiPath = /^[^?#]*?\/api(?=\/)/

const operationOf = ({ method, url }: HttpRequest) =>
  Contract.match(method, url.replace(apiPath, ""), { anyLength: true })?.operation.id

// other fields of a call would keep its client in memory
const requestFields = ({ body, headers, method, url }: HttpRequest): HttpRequest => ({ method, url, headers, body })

/** Records each request that is sent. */
export const layerHttp: Layer.Layer<Http, never, Http> = Layer.effect(
  Http,
  Effect.map(Http, ({ exchange }) => ({
    exchange: (request, limit) =>
      Effect.gen(function* () {
        const recorder = yield* CurrentRecorder
        const end = recorder.startExchange(requestFields(request), operationOf(request), yield* CurrentStep)
        return yield* Effect.onExit(exchange(request, limit), (exit) =>
          Effect.sync(() => end(Exit.isSuccess(exit) ? exit.value : reasonOf(exit.cause.reasons[0])))
        )
      })
  }))
)

const reasonOf = (reason: unknown): string => {
  if (!Predicate.hasProperty(reason, "error")) return "interrupted"
  return Predicate.hasProperty(reason.error, "reason") ? String(reason.error.reason) : "the answer is too large"
}
