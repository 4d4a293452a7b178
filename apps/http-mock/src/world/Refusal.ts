import * as Result from "effect/Result"

/** Why the service refuses a request. Each cause but `expired`, whose code is public, has a code of its own. */
export type Cause =
  | "credentials"
  | "token"
  | "expired"
  | "inactive"
  | "unconfirmed"
  | "apiKey"
  | "permission"
  | "notFound"
  | "badInput"
  | "duplicate"
  | "internal"

/** Why the service does not do what it is asked: the cause, and a message that says what to do. */
export interface Refusal {
  readonly cause: Cause
  readonly message: string
}

export const refusal = (cause: Cause, message: string): Refusal => ({ cause, message })

export const badInput = (message: string): Result.Result<never, Refusal> => Result.fail(refusal("badInput", message))
