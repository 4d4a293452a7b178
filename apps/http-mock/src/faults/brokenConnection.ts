import type { IncomingMessage } from "node:http"
import type { Socket } from "node:net"

import type * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpBody from "effect/http/HttpBody"
import type * as HttpEffect from "effect/http/HttpEffect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Stream from "effect/Stream"

import { carrierOf } from "../wire/request.ts"
import { answerBytes } from "../wire/response.ts"
import type { FaultEffect } from "./Fault.ts"

const http = process.getBuiltinModule("node:http")

const isNode = (source: object): source is IncomingMessage => source instanceof http.IncomingMessage

/** The connection of a request; nothing in process. */
const socketOf = ({ source }: HttpServerRequest): Socket | undefined => (isNode(source) ? source.socket : undefined)

const closed = (socket: Socket, close: () => void) =>
  Effect.callback<void>((resume) => {
    if (socket.destroyed) return resume(Effect.void)
    socket.once("close", () => resume(Effect.void))
    close()
  })

// in process, the fetch standard's answer of a broken network: the client fails
const reset: HttpEffect.PreResponseHandler = (request, response) => {
  const socket = socketOf(request)
  return socket === undefined
    ? Effect.succeed(HttpServerResponse.raw(Response.error()))
    : Effect.as(
        closed(socket, () => carrierOf(socket).resetAndDestroy()),
        response
      )
}

const withStream = (
  response: HttpServerResponse.HttpServerResponse,
  stream: Stream.Stream<Uint8Array, unknown>,
  length: number
) => {
  const type = response.headers["content-type"] ?? ""
  const streamed = HttpServerResponse.setBody(response, HttpBody.stream(stream, type, length))
  return type === "" ? HttpServerResponse.removeHeader(streamed, "content-type") : streamed
}

/** Closes the connection once what was written is out; the request ends with it. */
const hangUp = (socket: Socket) =>
  Effect.andThen(
    Effect.sync(() => socket.destroySoon()),
    Effect.never
  )

const closedEarly = Effect.die(new Error("the emulator closed the connection before the whole answer was sent"))

const truncate =
  (bytes: number | undefined): HttpEffect.PreResponseHandler =>
  (request, response) => {
    const whole = answerBytes(response)
    const sent = Math.min(bytes ?? Math.floor(whole.length / 2), Math.max(whole.length - 1, 0))
    const socket = socketOf(request)
    const part = Stream.make(whole.subarray(0, sent))
    const end = Stream.fromEffectDrain(socket === undefined ? closedEarly : hangUp(socket))
    // what is empty promises a byte that does not come
    return Effect.succeed(withStream(response, Stream.concat(part, end), Math.max(whole.length, 1)))
  }

const slow =
  (machine: Clock.Clock, chunk: number, every: number): HttpEffect.PreResponseHandler =>
  (_, response) => {
    const whole = answerBytes(response)
    if (whole.length === 0) return Effect.succeed(response)
    const starts = Array.from({ length: Math.ceil(whole.length / chunk) }, (_, index) => index * chunk)
    const chunks = Stream.mapEffect(Stream.fromIterable(starts), (start) =>
      Effect.as(start === 0 ? Effect.void : machine.sleep(Duration.millis(every)), whole.subarray(start, start + chunk))
    )
    return Effect.succeed(withStream(response, chunks, whole.length))
  }

/** What a fault does while the answer is sent; nothing where it is another answer. */
export const broken = (does: FaultEffect, machine: Clock.Clock): HttpEffect.PreResponseHandler | undefined => {
  switch (does.kind) {
    case "reset":
      return reset
    case "truncate":
      return truncate(does.bytes)
    case "slow":
      return slow(machine, does.chunk ?? 16, does.every ?? 100)
    default:
      return undefined
  }
}
