import * as Context from "effect/Context"

/** An answer as it came: of a call that was repeated, the last one. */
export interface Received {
  readonly status: number
  /** By lower-case name; without cookies, and without what would show a secret of the client. */
  readonly headers: Readonly<Record<string, string>>
  /** What the service or a proxy calls the request, as `x-request-id` says. */
  readonly requestId: string | undefined
  /** The body as parsed JSON, fields included that the contract does not name; what is secret in it is `Redacted`. */
  readonly raw: unknown
}

type Value = string | number | boolean

/** Fields of a query; lists repeat their key. */
export type Query = Readonly<Record<string, Value | ReadonlyArray<Value>>>

/** What the calls made in this context do otherwise than their client. */
export interface CallOptions {
  /** Repeats at the most; those of the client's `Retry.Policy` unless set. Calls that are `unsafe` are never repeated. */
  readonly retries?: number | undefined
  /** Headers sent on top. Those of credentials, and those that the connection makes, such as `content-length`, are refused. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /**
   * Fields that the contract does not name, sent beside the others: in the query, or in the body, which must be an object.
   * What is `Redacted` in the body is sent as it is.
   */
  readonly extra?:
    | {
        readonly query?: Query | undefined
        readonly body?: Readonly<Record<string, unknown>> | undefined
      }
    | undefined
  /** Called with the answer, whether it is a success or an error. */
  readonly onReceived?: ((received: Received) => void) | undefined
}

/** The options of the calls made in this context; none unless set. */
export const CallOptions = Context.Reference<CallOptions>("@remote-assist/core/CallOptions", {
  defaultValue: () => ({})
})
