import { CallOptions } from "@remote-assist/core/CallOptions"
import type { OperationId } from "@remote-assist/core/Contract"
import type { CallError, ErrorText, ErrorV1, ErrorV1R1, SessionError } from "@remote-assist/core/Errors"
import { Http } from "@remote-assist/core/Http"
import { Region } from "@remote-assist/core/Region"
import type { Control } from "@remote-assist/http-mock/Control"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

import { mustRun } from "../../recorder/Recorder.ts"
import { Target } from "../../targets/Target.ts"
import * as Expect from "../Expect.ts"
import { step } from "../Scenario.ts"

/** The errors of operations. */
export type Failure = ErrorV1 | ErrorV1R1 | ErrorText | SessionError | CallError

/** Expects an error of a class as a step, checks it and returns it. */
const refused = <A, R, const Tag extends Failure["_tag"]>(
  title: string,
  what: string,
  act: Effect.Effect<A, Failure, R>,
  tag: Tag,
  check: (error: Extract<Failure, { readonly _tag: Tag }>) => Effect.Effect<void, Expect.ExpectationFailed>
) =>
  step(
    `${what} ${title}`,
    Effect.tap(Expect.failure(what, act, tag), (error) =>
      Effect.andThen(check(error), Expect.isTrue("the error has a message", error.message !== ""))
    )
  )

/** Expects the error of a `/v1` operation, `{code, message}` with 401 by default, and returns it (interface §7). */
export const refusedOnV1 = <A, R>(what: string, act: Effect.Effect<A, Failure, R>, status: ErrorV1["status"] = 401) =>
  refused(`${status === 500 ? "fails" : "is refused"} with ${status}`, what, act, "ErrorV1", (error) =>
    Expect.equal(`status of ${what}`, error.status, status)
  )

/** Expects the error of a `/v1r1` operation, always 400 with `{code, message, name}`, and returns it (interface §7). */
export const refusedOnV1R1 = <A, R>(what: string, act: Effect.Effect<A, Failure, R>) =>
  refused("is refused with 400", what, act, "ErrorV1R1", ({ errorName }) =>
    Expect.equal("name of the error", errorName, "generic")
  )

/** Expects the error of a call endpoint, a text with 401 by default, and returns it (interface §4.4, §7). */
export const refusedAsText = <A, R>(
  what: string,
  act: Effect.Effect<A, Failure, R>,
  status: ErrorText["status"] = 401
) =>
  refused(`is refused with ${status}`, what, act, "ErrorText", (error) =>
    Expect.equal(`status of ${what}`, error.status, status)
  )

/** Runs an Effect while an operation answers with an internal error, always or the first times; needs `control`. */
export const whileFailing = <A, E, R>(
  operation: OperationId,
  act: Effect.Effect<A, E, R>,
  when?: { readonly first: number }
) =>
  Effect.gen(function* () {
    const { faults } = yield* (yield* Target).control
    const times = when && { when }
    return yield* Effect.acquireUseRelease(
      Effect.orDie(
        faults.make({ payload: { operations: [operation], does: { kind: "status", status: 500 }, ...times } })
      ),
      () => act,
      ({ id }) => Effect.orDie(faults.remove({ params: { id } }))
    )
  }).pipe(mustRun)

/** Expects an operation of `/v1` to answer internal errors with 500; needs `control`. */
export const expectInternalError = <A, R>(operation: OperationId, act: Effect.Effect<A, Failure, R>) =>
  whileFailing(operation, refusedOnV1(operation, act, 500)).pipe(Effect.provideService(CallOptions, { retries: 0 }))

type World = Extract<Effect.Success<ReturnType<Control["Service"]["state"]["save"]>>, { readonly us: unknown }>["us"]

/** Changes the state of the region as no operation can; needs `control`. */
export const changeState = (what: string, change: (world: World) => World) =>
  step(
    what,
    Effect.gen(function* () {
      const { state } = yield* (yield* Target).control
      const saved = yield* state.save()
      const loaded = state.load({ payload: { ...saved, us: change(saved.us) } })
      yield* Effect.catchTag(loaded, "PreconditionFailedProblem", Effect.die)
    })
  )

/** A request that the SDK would not send. */
export interface RawRequest {
  readonly method: "GET" | "POST" | "DELETE"
  /** After `/api`, with its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly body?: unknown
}

const json = Schema.decodeOption(Schema.fromJsonString(Schema.Unknown))

/** The header with the API key. */
export const apiKeyHeader = Effect.map(Region, ({ apiKey, apiKeyHeader }) => ({
  [apiKeyHeader]: Redacted.value(apiKey)
}))

/** Sends a request with these headers only. Returns status and parsed body. */
export const sendRaw = Effect.fnUntraced(function* ({ body, headers, method, path }: RawRequest) {
  const { apiUrl } = yield* Region
  const [type, sent] = body === undefined ? [] : [{ "content-type": "application/json" }, JSON.stringify(body)]
  const all = { accept: "application/json", ...type, ...headers }
  const answer = yield* (yield* Http).exchange({ method, url: apiUrl + path, headers: all, body: sent }, 1024 * 1024)
  return { status: answer.status, body: Option.getOrUndefined(json(answer.body)) }
}, mustRun)
