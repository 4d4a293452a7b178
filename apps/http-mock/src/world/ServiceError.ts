import * as Result from "effect/Result"

/** Why the service refuses a request. Each cause but `expired`, whose code is public, has a code of its own. */
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

/** Why the service does not do what it is asked: the cause, and a message that says what to do. */
export interface ServiceError {
  readonly cause: ErrorCause
  readonly message: string
}

export const serviceError = (cause: ErrorCause, message: string): ServiceError => ({ cause, message })

export const badInput = (message: string): Result.Result<never, ServiceError> =>
  Result.fail(serviceError("badInput", message))

/**
 * A function whose body yields results, and ends with the first that failed. Unlike `Result.gen` within a function, which
 * makes a generator function with each call: V8 keeps that, with all that it sees, until a collection of the whole heap.
 */
export const resultFn =
  <Args extends ReadonlyArray<unknown>, E, A>(
    body: (...args: Args) => Generator<Result.Result<unknown, E>, A, never>
  ): ((...args: Args) => Result.Result<A, E>) =>
  (...args) =>
    Result.gen(() => body(...args))
