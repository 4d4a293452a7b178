import * as Result from "effect/Result"

/** The cause of an error response. Each cause has a code; only that of `expired` is public. */
export type ErrorCause =
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

/** An error response of the service: the cause, and a message that says what to do. */
export interface ServiceError {
  readonly cause: ErrorCause
  readonly message: string
}

/** A value, or an error response. */
export type Checked<A = void> = Result.Result<A, ServiceError>

export const serviceError = (cause: ErrorCause, message: string): ServiceError => ({ cause, message })

/** Fails with an error. */
export const reject = (cause: ErrorCause, message: string): Checked<never> => Result.fail(serviceError(cause, message))

export const badInput = (message: string): Checked<never> => reject("badInput", message)

/**
 * Creates a function from a generator of results; the first failure ends it. Unlike `Result.gen` in a function, it does not
 * create a generator function with each call, which V8 keeps until a full garbage collection.
 */
export const resultFn =
  <Args extends ReadonlyArray<unknown>, E, A>(
    body: (...args: Args) => Generator<Result.Result<unknown, E>, A, never>
  ): ((...args: Args) => Result.Result<A, E>) =>
  (...args) =>
    Result.gen(() => body(...args))
