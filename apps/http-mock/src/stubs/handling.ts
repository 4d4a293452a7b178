import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Option from "effect/Option"

import { problem } from "../wire/problem.ts"
import { httpAnswer } from "./httpAnswer.ts"
import type { Lookups } from "./request/lookups.ts"
import type { StubRequest } from "./request/StubRequest.ts"
import { paramsOf } from "./Route.ts"
import type { Route } from "./Route.ts"
import type { StubHandler } from "./StubHandler.ts"

/** A handler and what it is for. */
export interface Handling {
  readonly route: Route
  readonly handler: StubHandler
}

const isResponse = (value: unknown): value is Response =>
  value instanceof Response || Object.prototype.toString.call(value) === "[object Response]"

const fromWeb = (response: Response) =>
  Effect.map(
    Effect.promise(() => response.arrayBuffer()),
    (bytes) =>
      httpAnswer({
        status: response.status,
        statusText: response.statusText || undefined,
        headers: response.headers,
        body: new Uint8Array(bytes)
      })
  )

const isEffect = (value: unknown): value is Effect.Effect<unknown, unknown> => Effect.isEffect(value)

/** What a handler answers, whichever way it does. */
const inEffect = (handle: () => unknown): Effect.Effect<unknown, unknown> =>
  Effect.flatMap(Effect.sync(handle), (made) => (isEffect(made) ? made : Effect.promise(() => Promise.resolve(made))))

const answerOf = (handled: unknown) => {
  if (isResponse(handled)) return fromWeb(handled)
  return handled === undefined
    ? Effect.succeed(HttpServerResponse.empty({ status: 204 }))
    : Effect.sync(() => HttpServerResponse.jsonUnsafe(handled))
}

const messageOf = (cause: Cause.Cause<unknown>) => {
  const error = Cause.squash(cause)
  return error instanceof Error ? error.message : String(error)
}

const failed = ({ text }: Route, cause: Cause.Cause<unknown>) =>
  problem(500, "Internal Server Error", `The handler of ${text} failed: ${messageOf(cause).slice(0, 1000)}`)

/** Answers a request by the first handler that is for it; nothing where none is. */
export const handledBy = (
  handlings: ReadonlyArray<Handling>,
  request: StubRequest,
  lookups: () => Lookups
): { readonly name: string; readonly answer: Effect.Effect<HttpServerResponse.HttpServerResponse> } | undefined => {
  for (const { handler, route } of handlings) {
    const params = paramsOf(route, request)
    if (params === undefined) continue
    const answer = Effect.suspend(() =>
      inEffect(() =>
        handler(
          {
            method: request.method,
            path: request.path,
            params,
            query: new URLSearchParams(request.query),
            headers: request.headers,
            text: request.text(),
            json: Option.getOrUndefined(request.json())
          },
          lookups()
        )
      )
    ).pipe(
      Effect.flatMap(answerOf),
      Effect.catchCause((cause) => {
        if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
        return Effect.as(Effect.logError(`The handler of ${route.text} failed.`, cause), failed(route, cause))
      })
    )
    return { name: route.text, answer }
  }
  return undefined
}
