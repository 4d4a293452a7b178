import * as Context from "effect/Context"

/** An answer as it came: of a call that was repeated, the last one. */
export interface CallResponse {
  /** Status of the answer, such as 200. */
  readonly status: number
  /** By lower-case name; without cookies, and without what would show a secret of the client. */
  readonly headers: Readonly<Record<string, string>>
  /** What the service or a proxy calls the request, as `x-request-id` says, for questions to its operators. */
  readonly requestId: string | undefined
  /** The body as parsed JSON, fields included that the contract does not name; what is secret in it is `Redacted`. */
  readonly raw: unknown
}

type Value = string | number | boolean

/** Fields of a query; lists repeat their key. */
export type Query = Readonly<Record<string, Value | ReadonlyArray<Value>>>

/** Fields that the contract does not name. */
export interface Extra {
  /** Sent in the query beside the others. */
  readonly query?: Query | undefined
  /** Sent in the body beside the others; secrets in it are sent as texts. A body that is no object is refused. */
  readonly body?: Readonly<Record<string, unknown>> | undefined
}

/** What the calls made in this context do otherwise than their client. */
export interface CallOptions {
  /** Repeats at the most, of calls that can be repeated; those of the client unless set. */
  readonly retries?: number | undefined
  /** Headers sent on top. Those of credentials, and those that the connection makes, such as `content-length`, are refused. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Fields that the contract does not name. */
  readonly extra?: Extra | undefined
  /** Called with the answer, whether it is a success or an error. */
  readonly onResponse?: ((received: CallResponse) => void) | undefined
}

/** The options of the calls made in this context; none unless set. */
export const CallOptions = Context.Reference<CallOptions>("@remote-assist/core/CallOptions", {
  defaultValue: () => ({})
})
