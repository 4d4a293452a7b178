import * as HttpEffect from "@remote-assist/core/HttpEffect"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientError from "effect/http/HttpClientError"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"

type Request = HttpClientRequest.HttpClientRequest

type Answer = Effect.Effect<HttpClientResponse.HttpClientResponse, HttpClientError.HttpClientError>

/** The line between program and emulator: what went over it, and a place to disturb it. */
export interface Wire {
  /** Method, path and query of every request, in order. */
  readonly requests: Array<string>
  /** Replaces an answer; `pass` is what would have been answered. */
  disturb: ((line: string, pass: Answer, request: Request) => Answer) | undefined
}

export const make = (disturb: Wire["disturb"]): Wire => ({ requests: [], disturb })

const lineOf = (request: Request, url: URL) => `${request.method} ${url.pathname.replace(/^.*\/api/, "")}${url.search}`

/** What the SDK reaches the `HttpClient` below by, with the wire in between. */
export const layer = (wire: Wire) => Layer.provide(HttpEffect.layer, clientOf(wire))

const clientOf = (wire: Wire) =>
  Layer.effect(
    HttpClient.HttpClient,
    Effect.map(HttpClient.HttpClient, (client) =>
      HttpClient.make((request, url) => {
        const line = lineOf(request, url)
        wire.requests.push(line)
        const pass = client.execute(request)
        return wire.disturb === undefined ? pass : wire.disturb(line, pass, request)
      })
    )
  )

const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" })

export const noConnection = (request: Request): Answer =>
  Effect.fail(
    new HttpClientError.HttpClientError({ reason: new HttpClientError.TransportError({ request, cause: refused }) })
  )

export const json = (request: Request, status: number, body: unknown): Answer =>
  Effect.succeed(HttpClientResponse.fromWeb(request, Response.json(body, { status })))
