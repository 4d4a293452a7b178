import * as Result from "effect/Result"

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
