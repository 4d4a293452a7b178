import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"

import * as ApiKey from "./ApiKey.ts"
import type { Query, CallResponse } from "./CallOptions.ts"
import * as Credentials from "./Credentials.ts"
import { errorsCall, errorsV1R1, errorsV1Token } from "./Errors.ts"
import type { CallError, ErrorText, ErrorV1R1, SessionError } from "./Errors.ts"
import * as Answer from "./internal/call/answer.ts"
import { decode, receivedOf } from "./internal/call/decode.ts"
import { requestOf } from "./internal/call/request.ts"
import { runner } from "./internal/call/run.ts"
import type { Steps } from "./internal/call/run.ts"
import { opensAccount } from "./internal/secrets/names.ts"
import type { Region } from "./Region.ts"
import type * as Retry from "./Retry.ts"
import { Transport } from "./Transport.ts"
import type { UserToken } from "./UserToken.ts"

/** A request that the contract does not name. */
export interface RawRequest {
  /** The query; lists repeat their key. */
  readonly query?: Query | undefined
  /** Sent as JSON; secrets in it are sent as texts. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Whether the user token is sent; it is unless this is `false`. The API key always is. */
  readonly takesUserToken?: boolean | undefined
  /** What a repeat does: nothing (`safe`), the same again (`idempotent`) or something else. `safe` for GET, `unsafe` for others unless set. */
  readonly retry?: Retry.Class | undefined
}

/** A method that the contract's operations have, or may get. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE"

type Failure = ErrorV1R1 | ErrorText | SessionError | CallError

const decoders = Answer.decoders({ success: {}, errors: { ...errorsV1R1, ...errorsCall, ...errorsV1Token } })

const isSuccess = (status: number) => status >= 200 && status < 300

const received: Steps<unknown>["decode"] = (request, answer) =>
  isSuccess(answer.status) ? Effect.succeed(receivedOf(request, answer)) : decode(decoders, request, answer)

// another origin, a query beside the other, or a path that a URL would resolve to a different one
const encoded = /^(?:\/(?!(?:\.|%2e){1,2}(?:\/|$))[\w\-.~!$&'()*+,;=:@%]+)+$/i

const encoderOf =
  (
    method: Method,
    path: string,
    { body, headers, query = {} }: RawRequest,
    { apiKeyHeader, apiUrl }: Pick<Transport["Service"], "apiKeyHeader" | "apiUrl">
  ): Steps<unknown>["encode"] =>
  (options, keep) => {
    if (!encoded.test(path))
      return Result.fail({ message: 'its path is no encoded path such as "/v1/calls", with the query apart' })
    const merged = { extra: options.extra ?? {}, headers: { ...options.headers, ...headers } }
    return requestOf({ method, address: apiUrl + path, query, body }, merged, apiKeyHeader, keep)
  }

/** Calls what the contract lacks, with session, repeats and masking as in every call. */
export class RawRequests extends Context.Service<
  RawRequests,
  {
    /** Sends a request to a path such as `/v1/calls`. Any 2xx is a success; a refusal fails with the form it has. */
    readonly request: (method: Method, path: string, request?: RawRequest) => Effect.Effect<CallResponse, Failure>
  }
>()("@remote-assist/core/RawRequests") {
  static readonly layer: Layer.Layer<RawRequests, never, Transport | Region | UserToken> = Layer.effect(
    RawRequests,
    Effect.gen(function* () {
      const transport = yield* Transport
      const { known: secrets, measure, region, send } = transport
      const withKey = (yield* ApiKey.add)(send)
      const withToken = (yield* Credentials.add)(send)
      const runs = new Map<Method, ReturnType<typeof runner>>()
      const runOf = (method: Method) => {
        const known = runs.get(method)
        if (known !== undefined) return known
        // the path may hold ids, which are in no span and no measurement
        const made = runner({
          operation: `RawRequests.${method}`,
          method,
          template: "(not in the contract)",
          region,
          known: secrets,
          measure
        })
        runs.set(method, made)
        return made
      }
      // oxlint-disable-next-line typescript/no-explicit-any -- steps do not say what they fail with
      const request: any = (method: Method, address: string, request: RawRequest = {}) =>
        runOf(method)({
          operation: `${method} ${address}`,
          retry: request.retry ?? (method === "GET" ? "safe" : "unsafe"),
          opens: opensAccount(address),
          input: request,
          send: request.takesUserToken === false ? withKey : withToken,
          encode: encoderOf(method, address, request, transport),
          decode: received
        })
      return RawRequests.of({ request })
    })
  )
}
