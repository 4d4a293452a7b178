import type { Errors } from "@remote-assist/core"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

import * as Problem from "../../Problem.ts"

/** What a process ends with. */
export const exitCodes = { usage: 1, refused: 2, session: 3, unreachable: 4, partly: 5 } as const

/** Why a command, or what it did to one target, came to nothing. */
export class Stopped extends Schema.TaggedError<Stopped>()("Stopped", {
  kind: Schema.Literals(["usage", "refused", "session", "unreachable", "partly"]),
  message: Schema.String,
  /** What it is about, and what happened, where what to do follows from how one is logged in. */
  about: Schema.optionalKey(Schema.Literals(["token", "permission"])),
  what: Schema.optionalKey(Schema.String)
}) {
  get code() {
    return exitCodes[this.kind]
  }
}

export const usage = (message: string) => new Stopped({ kind: "usage", message })

const kinds = { offline: "unreachable", session: "session", refused: "refused", unexpected: "refused" } as const

/** The same of a problem that is told on the screen. */
export const ofProblem = ({ by, kind, todo, what }: Problem.Problem): Stopped =>
  new Stopped({
    kind: kinds[kind],
    message: `${what} ${by === "logIn" ? "Log in with remote-assist login." : todo}`.trimEnd()
  })

const isOfProxy = ({ status }: Errors.UnexpectedAnswer) => status >= 502 && status <= 504

const advice = "See how things are, then try again."

/**
 * Why it could not be done, such as `deactivate grace@example.com`; a token that is refused is that of the session unless
 * it `isOfOther`. `refused` is what to do when the service said no.
 */
export const because = (
  doing: string,
  error: Problem.Failure | Errors.ListBroken | Schema.SchemaError,
  isOfOther = false,
  refused = advice
): Stopped => {
  if (Schema.isSchemaError(error)) return usage(`Nothing was sent to ${doing}: ${error.message}.`)
  if (error._tag === "ListBroken") return new Stopped({ kind: "refused", message: error.message })
  const problem =
    !isOfOther && Problem.isOfSession(error) ? Problem.ofSession(doing, error) : Problem.of(doing, error, refused)
  const { kind, message } = ofProblem(problem)
  const about = Problem.aboutOf(error)
  const stopped = new Stopped({ kind, message, ...(about !== undefined && { about, what: problem.what }) })
  if (error._tag === "InvalidRequest") return usage(message)
  if (error._tag === "UnexpectedAnswer" && isOfProxy(error)) return new Stopped({ kind: "unreachable", message })
  return kind === "refused" || kind === "session"
    ? stopped
    : new Stopped({ kind, message: `Could not ${doing}. ${message}` })
}

/** Whatever a command failed with; settings that cannot be used among it. */
export const of = (error: unknown): Stopped =>
  error instanceof Stopped
    ? error
    : usage(Predicate.hasProperty(error, "message") ? String(error.message) : String(error))
