import * as Contract from "@remote-assist/core/Contract"
import { Http } from "@remote-assist/core/Http"
import type { HttpRequest } from "@remote-assist/core/Http"
import { Region } from "@remote-assist/core/Region"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import { normalizer } from "../compare/answers.ts"
import type { Reply } from "../compare/answers.ts"
import type { Timed } from "../compare/latency.ts"
import type { Json } from "../compare/Leaf.ts"
import { lossReason } from "../recorder/RecordedHttp.ts"
import { Target } from "../targets/Target.ts"
import type { TargetLayer } from "../targets/Target.ts"
import type { Request } from "./Command.ts"

/** One of the two services that run the same commands: the target, or the model. */
export type Side = Effect.Success<ReturnType<typeof make>>

const maxLength = 16 * 1024 * 1024

const textOf = (value: Json = "") => (Predicate.isString(value) ? value : JSON.stringify(value))

/** Encodes a call. Unlike the SDK, it sends invalid values too. */
const encode = (
  { operation, params, payload, query, token }: Request,
  { apiKey, apiKeyHeader, apiUrl }: Region["Service"]
): HttpRequest => {
  const { method, path } = Contract.byId(operation)
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(textOf(params[name])))
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, textOf(one)])
  )
  const search = new URLSearchParams(pairs).toString()
  return {
    method,
    url: `${apiUrl}${filled}${search === "" ? "" : `?${search}`}`,
    headers: {
      accept: "application/json",
      [apiKeyHeader]: Redacted.value(apiKey),
      ...(token === undefined ? {} : { authorization: token }),
      ...(payload === undefined ? {} : { "content-type": "application/json" })
    },
    body: payload === undefined ? undefined : JSON.stringify(payload)
  }
}

/** Makes the side of the target in the context, and stops its clock. Its calls add to `times`. */
export const make = Effect.fnUntraced(function* (clock: string, times: Array<Timed> = []) {
  const region = yield* Region
  const { exchange } = yield* Http
  const { advance, control, demo, mails } = yield* Target
  const set = DateTime.makeUnsafe(clock)
  yield* Effect.orDie((yield* control).clock.change({ payload: { set, scale: 0 } }))
  return {
    advance,
    demo,
    /** Replaces its address in a text by a constant. */
    normalize: normalizer([region.apiUrl.replace(/\/api$/, "")], ""),
    call: Effect.fnUntraced(function* (request: Request) {
      const [time, reply] = yield* Effect.timed(Effect.result(exchange(encode(request, region), maxLength)))
      times.push({ operation: request.operation, duration: Duration.toMillis(time) })
      return Result.match(reply, {
        onSuccess: (answer): Reply => ({ answer, lost: undefined }),
        onFailure: (error): Reply => ({ answer: undefined, lost: lossReason(error) })
      })
    }),
    /** Lists the e-mails to an address, as the body of a reply. */
    mails: (to: string) =>
      Effect.map(mails(to), (all): Reply => {
        const body = JSON.stringify(all.map(({ id, kind, subject, to, token }) => ({ id, kind, subject, to, token })))
        return { answer: { status: 200, headers: {}, body }, lost: undefined }
      })
  }
})

/** Makes the side of a target, until the scope ends. It shares no layer with the target of a scenario that replays commands. */
export const makeFromLayer = (layer: TargetLayer, clock: string, times?: Array<Timed>) =>
  Effect.flatMap(Layer.build(Layer.fresh(layer)), (context) => Effect.provideContext(make(clock, times), context))
