import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"

import * as ApiKey from "./ApiKey.ts"
import type { Query, CallResponse } from "./CallOptions.ts"
import * as Credentials from "./Credentials.ts"
import { errorsCall, errorsV1R1, errorsV1Token } from "./Errors.ts"
import type { CallError, ErrorText, ErrorV1R1, SessionError } from "./Errors.ts"
import { redactResponse } from "./internal/call/Call.ts"
import { decode, makeDecoders } from "./internal/call/decode.ts"
import { buildRequest } from "./internal/call/request.ts"
import { runner } from "./internal/call/run.ts"
import type { Steps } from "./internal/call/run.ts"
import { opensAccount } from "./internal/secrets/names.ts"
import type { Region } from "./Region.ts"
import type * as Retry from "./Retry.ts"
import { Transport } from "./Transport.ts"
import type { UserToken } from "./UserToken.ts"

/** A request that the contract does not describe. */
export interface RawRequest {
  /** The query; lists repeat their key. */
  readonly query?: Query | undefined
  /** Sent as JSON, with secrets as texts. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Whether to send the user token (default true). The API key is always sent. */
  readonly takesUserToken?: boolean | undefined
  /** Retry class: `safe`, `idempotent` or `unsafe` (default `safe` for GET, else `unsafe`). */
  readonly retry?: Retry.Class | undefined
}

/** A method of a raw request. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE"

type Failure = ErrorV1R1 | ErrorText | SessionError | CallError

const decoders = makeDecoders({ success: {}, errors: { ...errorsV1R1, ...errorsCall, ...errorsV1Token } })

const isSuccess = (status: number) => status >= 200 && status < 300

const decodeAnswer: Steps<unknown>["decode"] = (request, response) =>
  isSuccess(response.status) ? Effect.succeed(redactResponse(request, response)) : decode(decoders, request, response)

// excludes another origin, a second query, and paths that a URL would resolve to others
const encodedPath = /^(?:\/(?!(?:\.|%2e){1,2}(?:\/|$))[\w\-.~!$&'()*+,;=:@%]+)+$/i

const makeEncoder =
  (
    method: Method,
    path: string,
    { body, headers, query = {} }: RawRequest,
    { apiKeyHeader, apiUrl }: Pick<Transport["Service"], "apiKeyHeader" | "apiUrl">
  ): Steps<unknown>["encode"] =>
  (options, onSecret) => {
    if (!encodedPath.test(path))
      return Result.fail({ message: 'its path must be an encoded path such as "/v1/calls", without a query.' })
    const merged = { extra: options.extra ?? {}, headers: { ...options.headers, ...headers } }
    return buildRequest({ method, address: apiUrl + path, query, body }, merged, apiKeyHeader, onSecret)
  }

/** Calls operations that the contract lacks, with session, retries and masking like every call. */
export class RawRequests extends Context.Service<
  RawRequests,
  {
    /** Sends a request to a path such as `/v1/calls`. Any 2xx is a success; an error fails in the form that it has. */
    readonly request: (method: Method, path: string, request?: RawRequest) => Effect.Effect<CallResponse, Failure>
  }
>()("@remote-assist/core/RawRequests") {
  static readonly layer: Layer.Layer<RawRequests, never, Transport | Region | UserToken> = Layer.effect(
    RawRequests,
    Effect.gen(function* () {
      const transport = yield* Transport
      const { apiUrl, known, measure, region, send } = transport
      const withKey = (yield* ApiKey.add)(send)
      const withToken = (yield* Credentials.add)(send)
      // the path may hold ids, which spans and measurements must not show
      const template = "(not in the contract)"
      const common = { template, region, apiUrl, known, measure }
      // oxlint-disable-next-line typescript/no-explicit-any -- steps do not say what they fail with
      const request: any = (method: Method, address: string, request: RawRequest = {}) =>
        runner({ ...common, operation: `RawRequests.${method}`, method })({
          operation: `${method} ${address}`,
          retry: request.retry ?? (method === "GET" ? "safe" : "unsafe"),
          opens: opensAccount(address),
          input: request,
          send: request.takesUserToken === false ? withKey : withToken,
          encode: makeEncoder(method, address, request, transport),
          decode: decodeAnswer
        })
      return RawRequests.of({ request })
    })
  )
}
