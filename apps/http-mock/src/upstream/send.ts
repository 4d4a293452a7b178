import type { Agent, ClientRequest, IncomingMessage } from "node:http"

import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"

import type { Fields } from "../tenants/journal/Passed.ts"
import * as Failure from "./Failure.ts"

// an import of node:http reads its lazy exports, which loads undici
const { request: plain } = process.getBuiltinModule("node:http")

/** A request as it goes out, byte for byte. */
export interface Outgoing {
  /** Where the service is, as it is told to people. */
  readonly address: string
  readonly url: URL
  /** With the query; a URL would write some of it in another way. */
  readonly target: string
  readonly method: string
  readonly headers: Fields
  /** Nothing where there is no body. */
  readonly body: Stream.Stream<Uint8Array, unknown> | undefined
  readonly agent: Agent
  /** How long either side may be silent, in milliseconds. */
  readonly patience: number
  /** Called with each answer before the last one, such as 103. */
  readonly early: (status: number, headers: IncomingMessage["headers"]) => void
}

const begin = ({ agent, headers, method, patience, target, url }: Outgoing): ClientRequest =>
  (url.protocol === "https:" ? process.getBuiltinModule("node:https").request : plain)({
    agent,
    hostname: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: url.port,
    method,
    path: target,
    headers: headers.flat(),
    timeout: patience
  })

const drained = (outgoing: ClientRequest) =>
  Effect.callback<void>((resume) => {
    if (outgoing.destroyed) return resume(Effect.void)
    const stop = () => outgoing.off("drain", go).off("close", go)
    const go = () => {
      stop()
      resume(Effect.void)
    }
    outgoing.on("drain", go).on("close", go)
    return Effect.sync(stop)
  })

/** Sends a body as fast as it is taken. */
const sendBody = (outgoing: ClientRequest, body: Outgoing["body"]): Effect.Effect<void> => {
  const end = Effect.sync(() => void outgoing.end())
  if (body === undefined) return end
  return body.pipe(
    Stream.runForEach((piece) =>
      Effect.suspend(() => (outgoing.destroyed || outgoing.write(piece) ? Effect.void : drained(outgoing)))
    ),
    Effect.andThen(end),
    // who sends it went away, or sent less than was promised: nobody waits for the answer
    Effect.catchCause((cause) =>
      Effect.sync(() => void outgoing.destroy(Cause.hasInterruptsOnly(cause) ? undefined : new Error("no whole body")))
    )
  )
}

interface Begun {
  readonly outgoing: ClientRequest
  readonly head: Deferred.Deferred<IncomingMessage, Failure.Failure>
  readonly end: () => void
}

const begun = (given: Outgoing): Begun => {
  const outgoing = begin(given)
  const head = Deferred.makeUnsafe<IncomingMessage, Failure.Failure>()
  const fail = (why: Failure.Failure) => Deferred.doneUnsafe(head, Effect.fail(why))
  let answer: IncomingMessage | undefined
  outgoing.once("response", (response) => {
    answer = response
    // told by the stream of its body, where somebody reads it
    response.on("error", () => {})
    Deferred.doneUnsafe(head, Effect.succeed(response))
  })
  outgoing.on("information", ({ headers, statusCode }) => given.early(statusCode, headers))
  outgoing.on("timeout", () => {
    // a client that sends or reads slowly has it wait
    const isOurs =
      answer === undefined ? !outgoing.writableEnded && outgoing.writableLength === 0 : answer.readableLength > 0
    if (isOurs) return
    const tooSlow = Failure.tooSlow(given.address, given.patience / 1000)
    fail(tooSlow)
    answer?.destroy(tooSlow)
    outgoing.destroy()
  })
  outgoing.on("error", (error) => fail(Failure.explain(given.address, error, outgoing.reusedSocket)))
  outgoing.once("close", () => fail(Failure.explain(given.address, undefined, false)))
  return {
    outgoing,
    head,
    end: () => {
      if (!outgoing.writableFinished || answer?.complete !== true) outgoing.destroy()
    }
  }
}

/** Sends a request and waits for the head of its answer. Both end with the scope, whatever is left of them. */
export const send = (given: Outgoing): Effect.Effect<IncomingMessage, Failure.Failure, Scope.Scope> =>
  Effect.gen(function* () {
    const { head, outgoing } = yield* Effect.acquireRelease(
      Effect.sync(() => begun(given)),
      ({ end }) => Effect.sync(end)
    )
    yield* Effect.forkScoped(sendBody(outgoing, given.body), { startImmediately: true })
    return yield* Deferred.await(head)
  })
