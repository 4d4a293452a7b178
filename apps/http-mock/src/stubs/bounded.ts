import { createContext, Script } from "node:vm"

import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"

const sandbox: { run: (() => unknown) | undefined } = { run: undefined }

const context = createContext(sandbox)

const script = new Script("run()")

const isTimeout = (error: unknown) =>
  Predicate.hasProperty(error, "code") && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT"

/** What did not end in time. */
export const tooLong = "too long"

/**
 * Runs what users wrote: patterns, paths and templates. The engine stops it when it takes longer than it may, in the
 * middle of a regular expression too; what it throws is told. Without a time it is trusted to end.
 */
export const bounded = <A>(
  milliseconds: number | undefined,
  run: () => A
): Result.Result<A, typeof tooLong | Error> => {
  let made: Result.Result<A, Error> = Result.fail(new Error("it has not run"))
  const noted = () => {
    made = Result.try({ try: run, catch: (error) => (error instanceof Error ? error : new Error(String(error))) })
  }
  if (milliseconds === undefined) {
    noted()
    return made
  }
  sandbox.run = noted
  const ran = Result.try({
    try: () => script.runInContext(context, { timeout: milliseconds }),
    catch: (error) => (isTimeout(error) ? tooLong : new Error(String(error)))
  })
  sandbox.run = undefined
  return Result.isFailure(ran) ? Result.fail(ran.failure) : made
}
