import * as Contract from "@remote-assist/core/Contract"
import { Http } from "@remote-assist/core/Http"
import { Region } from "@remote-assist/core/Region"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"

import { normalizer } from "../compare/answers.ts"
import type { Reply } from "../compare/answers.ts"
import { lossReason } from "../recorder/RecordedHttp.ts"
import { Target } from "../targets/Target.ts"
import type { TargetLayer } from "../targets/Target.ts"
import type { Request } from "./Command.ts"

/** The target, or the model. */
export interface Side extends Pick<Target["Service"], "advance" | "demo"> {
  readonly call: (request: Request) => Effect.Effect<Reply>
  readonly mails: (to: string) => Effect.Effect<Reply>
  /** Replaces its address in a text by a constant. */
  readonly normalize: (text: string) => string
}

const maxLength = 16 * 1024 * 1024

/** Makes the side of the target in the context. Sends requests without the checks of the SDK. */
export const make = Effect.fnUntraced(function* (stopAt: string | undefined) {
  const { apiKey, apiKeyHeader, apiUrl } = yield* Region
  const { exchange } = yield* Http
  const target = yield* Target
  if (stopAt !== undefined) {
    const { clock } = yield* target.control
    yield* Effect.orDie(clock.change({ payload: { set: DateTime.makeUnsafe(stopAt), scale: 0 } }))
  }
  const side: Side = {
    advance: target.advance,
    demo: target.demo,
    normalize: normalizer([apiUrl.replace(/\/api$/, "")], ""),
    call: ({ operation, params, payload, query, token }) => {
      const { method, path } = Contract.byId(operation)
      const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => {
        const value = params[name] ?? ""
        return encodeURIComponent(Predicate.isString(value) ? value : JSON.stringify(value))
      })
      const pairs = Object.entries(query).flatMap(([name, value]) =>
        (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, String(one)])
      )
      const search = new URLSearchParams(pairs).toString()
      const headers = {
        accept: "application/json",
        [apiKeyHeader]: Redacted.value(apiKey),
        ...(token === undefined ? {} : { authorization: token }),
        ...(payload === undefined ? {} : { "content-type": "application/json" })
      }
      const url = `${apiUrl}${filled}${search === "" ? "" : `?${search}`}`
      const body = payload === undefined ? undefined : JSON.stringify(payload)
      return Effect.match(exchange({ method, url, headers, body }, maxLength), {
        onSuccess: (answer): Reply => ({ answer, lost: undefined }),
        onFailure: (error): Reply => ({ answer: undefined, lost: lossReason(error) })
      })
    },
    mails: (to) =>
      Effect.map(target.mails(to), (mails): Reply => {
        const body = JSON.stringify(mails.map(({ id, kind, subject, to, token }) => ({ id, kind, subject, to, token })))
        return { answer: { status: 200, headers: {}, body }, lost: undefined }
      })
  }
  return side
})

/** Makes the side of a target, until the scope ends. It shares no layer with the target of a scenario that replays commands. */
export const makeFromLayer = (layer: TargetLayer, stopAt?: string) =>
  Effect.flatMap(Layer.build(Layer.fresh(layer)), (context) => Effect.provideContext(make(stopAt), context))
