import type { CallError, ErrorText, ErrorV1, ErrorV1R1, SessionError } from "@remote-assist/core/Errors"
import * as Effect from "effect/Effect"

import * as Expect from "../Expect.ts"
import { step } from "../Step.ts"

/** What an operation may fail with. */
export type Failure = ErrorV1 | ErrorV1R1 | ErrorText | SessionError | CallError

/** Expects the error of a `/v1` operation, `{code, message}` with 401 unless told otherwise, and yields it (interface §7). */
export const refusedOnV1 = <A, R>(what: string, act: Effect.Effect<A, Failure, R>, status: ErrorV1["status"] = 401) =>
  step(
    `${what} ${status === 500 ? "fails" : "is refused"} with ${status}`,
    Effect.gen(function* () {
      const refused = yield* Expect.failure(what, act, "ErrorV1")
      yield* Expect.equal(`status of ${what}`, refused.status, status)
      yield* Expect.isTrue("the error has a message", refused.message !== "")
      return refused
    })
  )

/** Expects the error of a `/v1r1` operation, 400 with `{code, message, name}` whatever went wrong, and yields it (interface §7). */
export const refusedOnV1R1 = <A, R>(what: string, act: Effect.Effect<A, Failure, R>) =>
  step(
    `${what} is refused with 400`,
    Effect.gen(function* () {
      const refused = yield* Expect.failure(what, act, "ErrorV1R1")
      yield* Expect.equal("name of the error", refused.name, "generic")
      yield* Expect.isTrue("the error has a message", refused.message !== "")
      return refused
    })
  )

/** Expects the error of a call endpoint, a bare text with 401 unless told otherwise, and yields it (interface §4.4, §7). */
export const refusedAsText = <A, R>(
  what: string,
  act: Effect.Effect<A, Failure, R>,
  status: ErrorText["status"] = 401
) =>
  step(
    `${what} is refused with ${status}`,
    Effect.gen(function* () {
      const refused = yield* Expect.failure(what, act, "ErrorText")
      yield* Expect.equal(`status of ${what}`, refused.status, status)
      yield* Expect.isTrue("the text says something", refused.message !== "")
      return refused
    })
  )
