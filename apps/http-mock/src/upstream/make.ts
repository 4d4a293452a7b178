import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"

import { injectedError, protocolError } from "../wire/errorResponse.ts"
import { namedBy } from "./address.ts"
import type { Addresses } from "./address.ts"
import { responseOf } from "./answer.ts"
import { valuesOf } from "./endToEnd.ts"
import * as Failure from "./Failure.ts"
import { note } from "./outcome.ts"
import * as Passing from "./Passing.ts"
import { bodyOf, headersOf, nodeResponse } from "./request.ts"
import { send } from "./send.ts"
import type { Outgoing } from "./send.ts"
import type { Onward, Upstream } from "./Upstream.ts"

/** Which services there are, and what they get. */
export interface Settings {
  readonly addresses: Addresses
  /** Operations that they answer beside all that is none. */
  readonly operations: ReadonlyArray<string>
  /** How long either side may be silent. */
  readonly patience: Duration.Duration
}

const agents = Effect.acquireRelease(
  Effect.sync(() => {
    const options = { keepAlive: true, maxFreeSockets: 32 }
    return {
      "http:": new (process.getBuiltinModule("node:http").Agent)(options),
      "https:": new (process.getBuiltinModule("node:https").Agent)(options)
    }
  }),
  (made) => Effect.sync(() => Object.values(made).forEach((agent) => agent.destroy()))
)

const refused = ({ choose, operation, path }: Onward, { message, status }: Failure.Failure) =>
  operation === undefined
    ? protocolError(path, status, message, choose)
    : injectedError(operation, { status, message }, choose)

/** Hands an answer on that comes before the last one, where the client can have it. */
const handEarly =
  ({ request }: Onward): Outgoing["early"] =>
  (status, headers) => {
    const node = nodeResponse(request)
    if (node === undefined || node.headersSent || node.req.httpVersion === "1.0") return
    // node refuses a link that it cannot read
    if (status === 102) Result.try(() => node.writeProcessing())
    if (status === 103 && headers["link"] !== undefined)
      Result.try(() => node.writeEarlyHints({ link: headers["link"] ?? "" }))
  }

const noting = (stream: Stream.Stream<Uint8Array, unknown>, { add }: Passing.Passing["sent"]) =>
  Stream.map(stream, (piece) => {
    add(piece)
    return piece
  })

// a request of these can be sent again where the connection had been closed meanwhile (RFC 9110, 9.2.2)
const repeatable = new Set(["GET", "HEAD", "OPTIONS", "DELETE", "PUT"])

/** Makes what passes requests on, until the scope ends. */
export const make = Effect.fnUntraced(function* ({ addresses, operations, patience }: Settings) {
  const all = yield* agents
  const named = namedBy(operations)
  // of this emulator alone: another one may be the upstream
  const pseudonym = `remote-assist-mock-${(yield* Random.nextIntBetween(16 ** 7, 16 ** 8)).toString(16)}`

  const answered = Effect.fnUntraced(function* (onward: Onward, address: string) {
    const { exchange, path, query, request } = onward
    const given = headersOf(request)
    if (valuesOf(given, "via").some((via) => via.includes(pseudonym))) return yield* Failure.looped(address)
    const url = new URL(address)
    const body = yield* bodyOf(onward, given)
    const headers = [["host", url.host] as const, ...given, ["via", `1.1 ${pseudonym}`] as const, ...body.framing]
    const target = `${url.pathname.replace(/\/$/, "")}${path}${query}`
    const passing = Passing.make(`${url.origin}${target}`, headers)
    if (exchange !== undefined) exchange.passed = passing
    yield* Effect.addFinalizer(() => Effect.sync(passing.end))
    const outgoing: Outgoing = {
      address,
      url,
      target,
      method: request.method,
      headers,
      body: body.stream && noting(body.stream, passing.sent),
      agent: url.protocol === "https:" ? all["https:"] : all["http:"],
      patience: Duration.toMillis(patience),
      early: handEarly(onward)
    }
    const canRepeat = body.stream === undefined && repeatable.has(request.method)
    const answer = yield* send(outgoing).pipe(
      Effect.retry({ times: 1, while: ({ isStale }) => isStale === true && canRepeat }),
      Effect.tapError(({ message }) => Effect.sync(() => passing.fail(message))),
      Effect.onError(() => Effect.sync(passing.end))
    )
    const { statusCode = 0 } = answer
    if (statusCode < 200 || statusCode > 599) {
      const failure = Failure.noStatus(address, statusCode)
      passing.fail(failure.message)
      passing.end()
      return yield* failure
    }
    return yield* Effect.mapError(
      responseOf(answer, passing, address, onward),
      () => new Failure.Failure({ status: 502, message: passing.failure ?? "" })
    )
  })

  const upstream: Upstream = {
    takes: (region, operation) =>
      addresses[region] !== undefined && (operation === undefined || named.has(operation.id)),
    pass: (onward) => {
      note(onward.request)
      return Effect.catch(Effect.interruptible(answered(onward, addresses[onward.region] ?? "")), (failure) =>
        Effect.succeed(refused(onward, failure))
      )
    }
  }
  return upstream
})
