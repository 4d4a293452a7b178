import { Errors, Http, Region } from "@remote-assist/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"

import { Control, ControlRefused, NoEmulator, token } from "../Control.ts"
import type { ControlFailure } from "../Control.ts"
import * as Requests from "../requests/Requests.ts"
import { Environment, controlPlaneUrl } from "./Environment.ts"

const timeoutSeconds = 30

const Problem = Schema.Struct({
  detail: Schema.optionalKey(Schema.String),
  title: Schema.optionalKey(Schema.String),
  /** The invalid parts of a body. */
  errors: Schema.optionalKey(
    Schema.Array(
      Schema.Struct({ path: Schema.Array(Schema.Union([Schema.String, Schema.Finite])), message: Schema.String })
    )
  )
})

const decodeProblem = Schema.decodeOption(Schema.fromJsonString(Problem))

const maxDetail = 500

const formatIssue = (path: ReadonlyArray<PropertyKey>, message: string) =>
  path.length === 0 || message.endsWith(".")
    ? message
    : `${path.map(String).join(".")} ${message.replace(/^Expected/, "must be")}`

/** Returns the error for a reason, without its sentences about the control plane. */
const refused = (status: number, reason: string) => {
  const sentences = reason.split(/(?<=[.?!])\s+/).filter((sentence) => !sentence.includes("/__mock"))
  return new ControlRefused({ status, detail: sentences.join(" ").slice(0, maxDetail) || `it answered ${status}` })
}

const toRefused = ({ body, status }: Http.HttpResponse): ControlRefused => {
  const { detail = "", errors = [], title = "" } = Option.getOrUndefined(decodeProblem(body)) ?? {}
  const issues = [...new Set(errors.map(({ message, path }) => formatIssue(path.slice(1), message)))].join("; ")
  return refused(status, issues || detail || title)
}

const format = SchemaIssue.makeFormatterStandardSchemaV1()

/** The failure of a call, set when its answer has come. */
interface Call {
  failure?: ControlFailure
}

const CurrentCall = Context.Reference<Call>("@remote-assist/tui/ControlCall", { defaultValue: () => ({}) })

/** Converts the error of a request that was not sent. */
const toFailure = (error: unknown, origin: string): ControlFailure => {
  if (error instanceof ControlRefused) return error
  if (Schema.isSchemaError(error)) {
    const issues = format(error.issue).issues.map(({ message, path = [] }) => {
      const keys = path.map((segment) => (typeof segment === "object" ? segment.key : segment))
      return formatIssue(keys, message)
    })
    return refused(400, issues.join("; "))
  }
  return new Errors.ConnectionFailed({
    method: "GET",
    path: "/__mock",
    origin,
    reason: error instanceof Error ? error.message : String(error),
    wasSent: true,
    mayHaveHappened: false
  })
}

/** Stores the failure of a request in the current call. */
const withFailure =
  (exchange: Http.Exchange, origin: string): Http.Exchange =>
  (request, limit) =>
    Effect.gen(function* () {
      const call = yield* CurrentCall
      const { method } = request
      const path = request.url.slice(origin.length)
      const mayHaveHappened = method !== "GET"
      const lost = (error: Http.ConnectionLost | Http.TooLarge) =>
        Effect.sync(() => {
          call.failure =
            error._tag === "TooLarge"
              ? new Errors.BodyTooLarge({ method, path, limit, mayHaveHappened })
              : new Errors.ConnectionFailed({
                  method,
                  path,
                  origin,
                  reason: error.reason,
                  wasSent: error.mayHaveLeft,
                  mayHaveHappened: error.mayHaveLeft && mayHaveHappened
                })
        })
      const timeout = { _tag: "ConnectionLost", reason: `none within ${timeoutSeconds} s`, mayHaveLeft: true } as const
      const answer = yield* exchange(request, limit).pipe(
        Effect.timeoutOrElse({ duration: `${timeoutSeconds} seconds`, orElse: () => Effect.fail(timeout) }),
        Effect.tapError(lost),
        // lists are read periodically: the log has changes only
        Effect.provideService(Requests.IsLogged, mayHaveHappened)
      )
      const { status } = answer
      call.failure =
        status < 200 || status > 299
          ? toRefused(answer)
          : new Errors.UnexpectedAnswer({
              method,
              path,
              status,
              reason: "with a response that this program does not understand: the emulator may be of another version",
              excerpt: "",
              mayHaveHappened
            })
      return answer
    })

/** Layer for the control plane of the emulator that serves the region. Its code is loaded by the first call. */
export const layer = Layer.effect(
  Control,
  Effect.gen(function* () {
    const { exchange } = yield* Http.Http
    const { find } = yield* Environment
    const { apiUrl } = yield* Region.Region
    const services = yield* Effect.context()
    const key = yield* token
    const origin = controlPlaneUrl(apiUrl).replace(/\/__mock$/, "")

    // the token must not be sent to the live service
    const checkEmulator = Effect.flatMap(find, (kind) =>
      kind === "emulator" ? Effect.void : Effect.fail(new NoEmulator({ kind, address: origin }))
    )

    const client = yield* Effect.cached(
      Effect.promise(() => import("@remote-assist/http-mock/Control")).pipe(
        Effect.flatMap((emulator) =>
          Effect.scoped(
            Layer.build(emulator.Control.layerHttp({ origin, ...(key === undefined ? {} : { token: key }) })).pipe(
              Effect.map((built) => Context.get(built, emulator.Control))
            )
          )
        ),
        Effect.provideService(Http.Http, { exchange: withFailure(exchange, origin) }),
        Effect.provideContext(services)
      )
    )

    return Control.of({
      use: (run) =>
        Effect.suspend(() => {
          const call: Call = {}
          return Requests.unlessRecording(checkEmulator, undefined).pipe(
            Effect.andThen(
              Effect.flatMap(client, run).pipe(
                Effect.provideService(CurrentCall, call),
                Effect.mapError((error) => call.failure ?? toFailure(error, origin))
              )
            )
          )
        })
    })
  })
)
