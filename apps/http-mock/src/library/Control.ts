import { Http } from "@remote-assist/core/Http"
import { Fetch } from "@remote-assist/core/HttpFetch"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpApiClient from "effect/http-api/HttpApiClient"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

import { ControlApi } from "../control/ControlApi.ts"
import { defaultTenant, tenantHeader } from "../tenants/TenantName.ts"
import { bearer } from "../wire/request.ts"

/** The maximum size of a response in bytes, for journals and exported states. */
const maxBytes = 128 * 1024 * 1024

const decoder = new TextDecoder()

/** An `HttpClient` over the SDK's `Http`. Event streams use its `fetch`, as `Http` does not stream responses. */
const layerClient: Layer.Layer<HttpClient.HttpClient, never, Http> = Layer.effect(
  HttpClient.HttpClient,
  Effect.gen(function* () {
    const { exchange } = yield* Http
    const services = Context.make(FetchHttpClient.Fetch, yield* Fetch).pipe(
      Context.add(FetchHttpClient.RequestInit, { credentials: "omit", redirect: "manual" }),
      Context.add(HttpClient.TracerPropagationEnabled, false)
    )
    const streaming = yield* Effect.provide(HttpClient.HttpClient, FetchHttpClient.layer)
    return HttpClient.make((request, url) => {
      if (url.pathname.endsWith("/stream")) return streaming.execute(request)
      const { body, headers, method } = request
      const text = body._tag === "Uint8Array" ? decoder.decode(body.body) : undefined
      return exchange({ method, url: url.href, headers, body: text }, maxBytes).pipe(
        Effect.map(({ body, headers, status }) =>
          HttpClientResponse.fromWeb(request, new Response(status === 204 ? null : body, { status, headers }))
        ),
        Effect.mapError(
          (cause) =>
            new HttpClientError.HttpClientError({ reason: new HttpClientError.TransportError({ request, cause }) })
        )
      )
    }).pipe(HttpClient.transformResponse(Effect.provideContext(services)))
  })
)

export { ControlApi } from "../control/ControlApi.ts"
export { BadRequestProblem, ConflictProblem, NotFoundProblem } from "../control/group.ts"
export { Fault } from "../faults/Fault.ts"
export type { CallEntry } from "../control/calls.ts"
export { TimeChange } from "../control/clock.ts"
export type { Time } from "../control/clock.ts"
export type { FaultEntry } from "../control/faults.ts"
export type { GapEntry } from "../control/gaps.ts"
export { JournalQuery } from "../control/journalEntries.ts"
export type { Entry as JournalEntry, WholeEntry } from "../control/journalEntries.ts"
export { NoMailProblem, OutboxQuery } from "../control/outbox.ts"
export type { OutboxMail } from "../control/outbox.ts"
export type { Differences, SnapshotEntry } from "../control/state.ts"
export type { CallAction, CallScript } from "../world/calls/CallScript.ts"

export interface ControlOptions {
  /** The URL of the emulator, such as `http://127.0.0.1:4010`, or of a tenant, such as `http://127.0.0.1:4010/t/mine`. */
  readonly origin: string
  /** The tenant (default: the tenant of `origin`, or `default`). */
  readonly tenant?: string
  /** The value of `--control-token`, for an emulator on another machine. */
  readonly token?: Redacted.Redacted
}

/** The control plane of an emulator: clock, tenants, snapshots, faults, e-mails and journal. */
export class Control extends Context.Service<Control, HttpApiClient.ForApi<typeof ControlApi>>()(
  "@remote-assist/http-mock/Control"
) {
  /** The control plane over an `HttpClient`. */
  static readonly layer = ({
    origin,
    tenant = /\/t\/[^/]+$/.test(origin) ? undefined : defaultTenant,
    token
  }: ControlOptions): Layer.Layer<Control, never, HttpClient.HttpClient> =>
    Layer.effect(
      Control,
      HttpApiClient.make(ControlApi, {
        baseUrl: origin,
        transformClient: HttpClient.mapRequest((request) =>
          HttpClientRequest.setHeaders(request, {
            ...(tenant === undefined ? {} : { [tenantHeader]: tenant }),
            ...(token === undefined ? {} : { authorization: bearer(Redacted.value(token)) })
          })
        )
      })
    )

  /** As {@link layer}, over `fetch`. */
  static readonly layerFetch = (options: ControlOptions): Layer.Layer<Control> =>
    Control.layer(options).pipe(Layer.provide(FetchHttpClient.layer))

  /** As {@link layer}, over the HTTP client of the SDK. */
  static readonly layerHttp = (options: ControlOptions): Layer.Layer<Control, never, Http> =>
    Control.layer(options).pipe(Layer.provide(layerClient))
}
