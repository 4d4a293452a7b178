import type { Socket } from "node:net"

import type * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpBody from "effect/http/HttpBody"
import type * as HttpEffect from "effect/http/HttpEffect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Stream from "effect/Stream"

import { UnderlyingSocket } from "../wire/request.ts"
import { responseBytes, withBody } from "../wire/response.ts"
import type { FaultEffect } from "./Fault.ts"

const { IncomingMessage } = process.getBuiltinModule("node:http")

/** Returns the socket of a request, or `undefined` in process. */
const socketOf = ({ source }: HttpServerRequest): Socket | undefined =>
  source instanceof IncomingMessage ? source.socket : undefined

const reset: HttpEffect.PreResponseHandler = (request, response) => {
  const socket = socketOf(request)
  // in process: the error response of the fetch standard, which makes the client fail
  if (socket === undefined) return Effect.succeed(HttpServerResponse.raw(Response.error()))
  return Effect.flatMap(UnderlyingSocket, (underlying) =>
    Effect.callback<HttpServerResponse.HttpServerResponse>((resume) => {
      if (socket.destroyed) return resume(Effect.succeed(response))
      socket.once("close", () => resume(Effect.succeed(response)))
      underlying(socket).resetAndDestroy()
    })
  )
}

const withStream = (
  response: HttpServerResponse.HttpServerResponse,
  stream: Stream.Stream<Uint8Array, unknown>,
  length: number
) => withBody(response, HttpBody.stream(stream, response.headers["content-type"] ?? "", length))

/** Closes the connection after the written bytes. The request ends with it. */
const closeConnection = (socket: Socket) =>
  Effect.andThen(
    Effect.sync(() => socket.destroySoon()),
    Effect.never
  )

const closedEarly = Effect.die(new Error("the emulator closed the connection before the end of the answer"))

const truncate =
  (bytes: number | undefined): HttpEffect.PreResponseHandler =>
  (request, response) => {
    const whole = responseBytes(response)
    const sent = Math.min(bytes ?? Math.floor(whole.length / 2), Math.max(whole.length - 1, 0))
    const socket = socketOf(request)
    const part = Stream.make(whole.subarray(0, sent))
    const end = Stream.fromEffectDrain(socket === undefined ? closedEarly : closeConnection(socket))
    // an empty body announces a byte that is never sent
    return Effect.succeed(withStream(response, Stream.concat(part, end), Math.max(whole.length, 1)))
  }

const slow =
  (machine: Clock.Clock, chunk: number, every: number): HttpEffect.PreResponseHandler =>
  (_, response) => {
    const whole = responseBytes(response)
    if (whole.length === 0) return Effect.succeed(response)
    const starts = Array.from({ length: Math.ceil(whole.length / chunk) }, (_, index) => index * chunk)
    const chunks = Stream.mapEffect(Stream.fromIterable(starts), (start) =>
      Effect.as(start === 0 ? Effect.void : machine.sleep(Duration.millis(every)), whole.subarray(start, start + chunk))
    )
    return Effect.succeed(withStream(response, chunks, whole.length))
  }

/** Returns the handler that breaks the sending of an answer, or `undefined` if the effect does not. */
export const breakSending = (does: FaultEffect, machine: Clock.Clock): HttpEffect.PreResponseHandler | undefined => {
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
