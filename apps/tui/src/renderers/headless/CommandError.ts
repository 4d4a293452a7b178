import { escapeJson, sanitize } from "@remote-assist/cli/Terminal"
import type { Errors } from "@remote-assist/core"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

import * as Problem from "../../Problem.ts"

export const exitCodes = { usage: 1, refused: 2, session: 3, unreachable: 4, partly: 5 } as const

/** Why a command, or its change of one target, failed. */
export class CommandError extends Schema.TaggedError<CommandError>()("CommandError", {
  kind: Schema.Literals(["usage", "refused", "session", "unreachable", "partly"]),
  message: Schema.String,
  /** Topic and first sentence of the message, if the advice depends on how the user logged in. */
  about: Schema.optionalKey(Schema.Literals(["token", "permission"])),
  what: Schema.optionalKey(Schema.String)
}) {
  get code() {
    return exitCodes[this.kind]
  }
}

export const usageError = (message: string) => new CommandError({ kind: "usage", message })

const kinds = { offline: "unreachable", session: "session", refused: "refused", unexpected: "refused" } as const

/** Converts a problem of the screen. */
export const fromProblem = ({ by, kind, todo, what }: Problem.Problem): CommandError =>
  new CommandError({
    kind: kinds[kind],
    message: `${what} ${by === "logIn" ? "Log in with remote-assist login." : todo}`.trimEnd()
  })

/**
 * Converts the failure of an operation, such as `deactivate grace@example.com`. `advice` is the hint after a refusal. A
 * rejected token is the token of the session, unless `isPublic` is set.
 */
export const failedTo = (
  operation: string,
  error: Problem.Failure | Errors.ListBroken,
  isPublic = false,
  advice = "Check the current state, then try again."
): CommandError => {
  if (error._tag === "ListBroken") return new CommandError({ kind: "refused", message: error.message })
  const problem =
    !isPublic && Problem.isSessionError(error)
      ? Problem.describeSessionError(operation, error)
      : Problem.describe(operation, error, advice)
  const { kind, message } = fromProblem(problem)
  if (error._tag === "InvalidRequest") return usageError(message)
  // a proxy answers for a service that it cannot reach
  if (error._tag === "UnexpectedAnswer" && error.status >= 502 && error.status <= 504)
    return new CommandError({ kind: "unreachable", message })
  if (kind !== "refused" && kind !== "session")
    return new CommandError({ kind, message: `Could not ${operation}. ${message}` })
  const about = Problem.errorTopic(error)
  return new CommandError({ kind, message, ...(about !== undefined && { about, what: problem.what }) })
}

/** Converts any error; others than `CommandError` are usage errors, such as invalid settings. */
export const fromUnknown = (error: unknown): CommandError =>
  error instanceof CommandError
    ? error
    : usageError(Predicate.hasProperty(error, "message") ? String(error.message) : String(error))

const wantsJson = (args: ReadonlyArray<string>) => {
  const end = args.indexOf("--")
  const flags = end === -1 ? args : args.slice(0, end)
  return flags.some((arg) => /^--(?:nd)?json(?:=(?:true|yes|on|1|y))?$/.test(arg))
}

/** Formats an error in the arguments: a sentence, or JSON if `--json` is among them. */
export const formatUsageError = (message: string, args: ReadonlyArray<string>): string =>
  wantsJson(args) ? escapeJson(JSON.stringify({ error: { code: 1, kind: "usage", message } })) : sanitize(message)
