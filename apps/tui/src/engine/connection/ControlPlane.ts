import { Errors, Http, HttpFetch, Region } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"

import * as Answer from "../../control/answer.ts"
import { Control } from "../../control/Control.ts"
import type { Asked } from "../../control/Control.ts"
import { NoEmulator } from "../../control/errors.ts"
import * as Events from "../../control/events.ts"
import { token } from "../../control/token.ts"
import * as Recording from "../../requests/Recording.ts"
import { controlOf, Place } from "./Place.ts"
import * as Requests from "./Requests.ts"

/** Seconds after which an answer is not waited for any more. */
const patience = 30

/** Layer for the control plane of what answers at the region's address, over what sends requests. */
export const layer = Layer.effect(
  Control,
  Effect.gen(function* () {
    const { exchange } = yield* Http.Http
    const { apiUrl } = yield* Region.Region
    const { find } = yield* Place
    const fetch = yield* HttpFetch.Fetch
    const key = yield* token
    const base = controlOf(apiUrl)
    const origin = base.replace(/\/__mock$/, "")
    const authorization = key === undefined ? {} : { authorization: `Bearer ${Redacted.value(key)}` }

    // a key is for an emulator alone, and the service is not asked for what it has not
    const found = Effect.flatMap(find, (kind) =>
      kind === "emulator" ? Effect.void : Effect.fail(new NoEmulator({ kind, address: origin }))
    )

    const send = ({ body, method, path }: Asked) =>
      exchange(
        {
          method,
          url: base + path,
          headers: {
            accept: "application/json",
            ...authorization,
            ...(body === undefined ? {} : { "content-type": "application/json" })
          },
          body: body === undefined ? undefined : JSON.stringify(body)
        },
        Answer.longest
      ).pipe(
        Effect.mapError(Answer.lostOf(method, origin, path)),
        Effect.timeoutOrElse({
          duration: `${patience} seconds`,
          orElse: () =>
            Effect.fail(new Errors.TimedOut({ method, path, seconds: patience, mayHaveHappened: method !== "GET" }))
        })
      )

    const open = (path: string) =>
      Effect.tryPromise({
        try: (signal) =>
          fetch(base + path, {
            headers: { accept: "text/event-stream", ...authorization },
            credentials: "omit",
            redirect: "manual",
            signal
          }),
        catch: (cause) => Answer.lostOf("GET", origin, path)({ _tag: "Lost", reason: String(cause), mayHaveLeft: true })
      })

    const follow = Effect.fnUntraced(function* (path: string) {
      yield* found
      const response = yield* open(path)
      const { body, status } = response
      if (status !== 200 || body === null) {
        const text = yield* Effect.orElseSucceed(
          Effect.tryPromise(() => response.text()),
          () => ""
        )
        return yield* Answer.refusalOf({ status, body: text })
      }
      return Events.dataOf(
        Stream.fromReadableStream({
          evaluate: (): ReadableStream<Uint8Array> => body,
          onError: (cause) =>
            Answer.lostOf("GET", origin, path)({ _tag: "Lost", reason: String(cause), mayHaveLeft: true })
        })
      )
    })

    return Control.of({
      ask: (asked, answer) =>
        Recording.aside(found, undefined).pipe(
          Effect.andThen(send(asked)),
          Effect.flatMap(Answer.read(answer, asked.method, asked.path)),
          // what reads is asked for again and again: only changes are worth a place in the log
          Effect.provideService(Requests.IsLogged, asked.method !== "GET")
        ),
      follow: (path) => Stream.unwrap(follow(path))
    })
  })
)
