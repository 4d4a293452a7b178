import * as Contract from "@remote-assist/core/Contract"
import { Http } from "@remote-assist/core/Http"
import type { HttpRequest } from "@remote-assist/core/Http"
import { Region } from "@remote-assist/core/Region"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"

import { normalizer } from "../compare/answers.ts"
import type { Reply } from "../compare/answers.ts"
import type { Json } from "../compare/Leaf.ts"
import { lossReason } from "../recorder/RecordedHttp.ts"
import { Target } from "../targets/Target.ts"
import type { TargetLayer } from "../targets/Target.ts"
import type { Request } from "./Command.ts"

/** One of the two services that run the same commands: the target, or the model. */
export interface Side extends Pick<Target["Service"], "advance" | "demo"> {
  readonly call: (request: Request) => Effect.Effect<Reply>
  /** Lists the e-mails to an address, as the body of a reply. */
  readonly mails: (to: string) => Effect.Effect<Reply>
  /** Replaces its address in a text by a constant. */
  readonly normalize: (text: string) => string
}

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

/** Makes the side of the target in the context, and stops its clock at a date-time if one is given. */
export const make = Effect.fnUntraced(function* (stopAt: string | undefined) {
  const region = yield* Region
  const { exchange } = yield* Http
  const { advance, control, demo, mails } = yield* Target
  if (stopAt !== undefined) {
    const { clock } = yield* control
    yield* Effect.orDie(clock.change({ payload: { set: DateTime.makeUnsafe(stopAt), scale: 0 } }))
  }
  const side: Side = {
    advance,
    demo,
    normalize: normalizer([region.apiUrl.replace(/\/api$/, "")], ""),
    call: (request) =>
      Effect.match(exchange(encode(request, region), maxLength), {
        onSuccess: (answer): Reply => ({ answer, lost: undefined }),
        onFailure: (error): Reply => ({ answer: undefined, lost: lossReason(error) })
      }),
    mails: (to) =>
      Effect.map(mails(to), (all): Reply => {
        const body = JSON.stringify(all.map(({ id, kind, subject, to, token }) => ({ id, kind, subject, to, token })))
        return { answer: { status: 200, headers: {}, body }, lost: undefined }
      })
  }
  return side
})

/** Makes the side of a target, until the scope ends. It shares no layer with the target of a scenario that replays commands. */
export const makeFromLayer = (layer: TargetLayer, stopAt?: string) =>
  Effect.flatMap(Layer.build(Layer.fresh(layer)), (context) => Effect.provideContext(make(stopAt), context))
