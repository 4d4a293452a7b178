import * as Context from "effect/Context"

/** The response to a call, after its last retry. */
export interface CallResponse {
  /** HTTP status, such as 200. */
  readonly status: number
  /** By lower-case name; cookies and other values that hold secrets are masked. */
  readonly headers: Readonly<Record<string, string>>
  /** The request id of the service or a proxy (`x-request-id`), for support requests. */
  readonly requestId: string | undefined
  /** The body as parsed JSON, with fields that the contract does not name; secrets are `Redacted`. */
  readonly raw: unknown
}

type Value = string | number | boolean

/** Query parameters; lists repeat their key. */
export type Query = Readonly<Record<string, Value | ReadonlyArray<Value>>>

/** Fields that the contract does not name. */
export interface Extra {
  /** Additional query parameters. */
  readonly query?: Query | undefined
  /** Additional fields of the body, with secrets as texts. The body must be an object. */
  readonly body?: Readonly<Record<string, unknown>> | undefined
}

/** The options of calls in this context, which override those of their client. */
export interface CallOptions {
  /** Maximum number of retries of a call that can be retried (default: that of the client). */
  readonly retries?: number | undefined
  /** Additional headers. Headers of credentials and of the connection, such as `content-length`, are invalid. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Fields that the contract does not name. */
  readonly extra?: Extra | undefined
  /** Called with the response of a success or an error. */
  readonly onResponse?: ((received: CallResponse) => void) | undefined
}

/** The options of the calls in this context (default: none). */
export const CallOptions = Context.Reference<CallOptions>("@remote-assist/core/CallOptions", {
  defaultValue: () => ({})
})
