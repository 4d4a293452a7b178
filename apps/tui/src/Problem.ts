import { Errors, Failure as Failures } from "@remote-assist/core"

import { tokenVariable } from "./Control.ts"
import type { ControlError } from "./Control.ts"

export type Failure =
  | Errors.ErrorV1
  | Errors.ErrorV1R1
  | Errors.ErrorText
  | Errors.SessionError
  | Errors.CallError
  | ControlError

/** What happened and what to do about it, each one sentence. */
export interface Problem {
  readonly kind: "offline" | "session" | "refused" | "unexpected"
  readonly what: string
  readonly todo: string
  /** What that is, where each program does it in its own way. */
  readonly by?: "logIn"
}

/** The same, with something else to do. */
export const withTodo = ({ kind, what }: Problem, todo: string): Problem => ({ kind, what, todo })

/** Whether nobody is logged in any more, rather than somebody else. */
export const isSessionEnd = (error: unknown): error is Errors.SessionEnded =>
  error instanceof Errors.SessionEnded && error.state !== "replaced"

const unanswered: ReadonlySet<unknown> = new Set(["ConnectionFailed", "TimedOut", "CircuitOpen"])

/** Whether a failure is that no answer came, whatever was asked for. */
export const isUnanswered = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "_tag" in error && unanswered.has(error._tag)

/** Whether a refusal is of whoever is logged in, whatever they do: their token, or that they are deactivated. */
export const isSessionError = (error: unknown): boolean =>
  [Failures.isInvalidToken, Failures.isTokenExpired, Failures.isDeactivated].some((is) => is(error))

/** What a refusal is about, where that is the token that was sent, or what its owner may do. */
export type ErrorTopic = "token" | "permission" | undefined

export const errorTopic = (error: unknown): ErrorTopic => {
  if (Failures.isTokenExpired(error) || Failures.isInvalidToken(error)) return "token"
  return Failures.isForbidden(error) || Failures.isAccessDenied(error) ? "permission" : undefined
}

/** Why the service refused the token, in its words; nothing of other failures. */
export const tokenRefusal = (error: unknown): string | undefined =>
  errorTopic(error) === "token" && typeof error === "object" && error !== null && "message" in error
    ? String(error.message)
    : undefined

const path = (error: { readonly method: string; readonly path: string }) => `${error.method} ${error.path}`

const again = { todo: "Log in again.", by: "logIn" } as const

const isSuccess = (status: number) => status >= 200 && status < 300

/** Whether the service may have done what it was asked all the same: of a mail, for one, that it was sent. */
export const mayHaveHappened = (error: Failure): boolean => {
  if ("mayHaveHappened" in error) return error.mayHaveHappened
  if (!("method" in error) || error.method === undefined || error.method === "GET") return false
  if (error._tag === "Drifted") return true
  return error._tag === "UnexpectedAnswer"
    ? error.notSent !== true && (error.status >= 500 || error.status === 408 || isSuccess(error.status))
    : Failures.isServerFault(error)
}

/** Why there is no good answer for now, in few words. */
export const summarize = (error: Failure): string => {
  switch (error._tag) {
    case "ConnectionFailed":
      return "no connection"
    case "TimedOut":
      return "no answer"
    case "UnexpectedAnswer":
      return error.status === 429 ? "too many requests" : `answered ${error.status}`
    default:
      return "it failed"
  }
}

const reasonOf = ({ notSent, reason, retryAfter, status }: Errors.UnexpectedAnswer): string => {
  const why = status === 429 ? ": too many requests" : status === 503 ? ": it is not there for now" : `, ${reason}`
  const held = notSent === true ? "; this one was held back" : ""
  return `${why}${held}${retryAfter === undefined ? "" : `; it asks to wait ${retryAfter} s`}.`
}

const adviceOf = ({ retryAfter, status }: Errors.UnexpectedAnswer): string => {
  if (retryAfter !== undefined) return `Wait ${retryAfter} s, then try again.`
  return status === 429 || status >= 500
    ? "Wait a moment, then try again."
    : "Try again; if it stays so, check that the base address is the service's."
}

const lookFirst = "It may have happened all the same: refresh and look before you try again."

/**
 * Tells of a failure of what was being done, such as `list the users`; `refused` advises when the service said no, and
 * `unsure` when it may have done it all the same.
 */
export const describe = (doing: string, error: Failure, refused: string, unsure = lookFirst): Problem => {
  const problem = told(doing, error, refused)
  return mayHaveHappened(error) ? { ...problem, todo: unsure } : problem
}

const told = (doing: string, error: Failure, refused: string): Problem => {
  switch (error._tag) {
    case "ConnectionFailed":
      return {
        kind: "offline",
        what: `${error.wasSent ? "No answer from" : "No connection to"} ${error.origin} (${error.reason}).`,
        todo: "Check the network and the base address, then try again."
      }
    case "TimedOut":
      return {
        kind: "offline",
        what: `No answer after ${error.seconds} s (${path(error)}).`,
        todo: "The service may be overloaded: wait a moment, then try again."
      }
    case "CircuitOpen":
      return {
        kind: "offline",
        what: `The service kept failing (${path(error)}).`,
        todo: `Try again in ${error.seconds} s.`
      }
    case "BodyTooLarge":
      return {
        kind: "unexpected",
        what: `The service answered more than ${error.limit} bytes (${path(error)}).`,
        todo: "Ask for a smaller page."
      }
    case "SessionEnded":
      return error.state === "replaced"
        ? { kind: "session", what: error.reason, todo: "Try again." }
        : { kind: "session", what: error.reason, ...again }
    case "ErrorV1":
    case "ErrorV1R1":
      return {
        kind: "refused",
        what: `The service refused to ${doing}: ${error.message.replace(/\.$/, "")} (code ${error.code}).`,
        todo: refused
      }
    case "ErrorText":
      return {
        kind: "refused",
        what: `The service refused to ${doing}: ${error.message.replace(/\.$/, "")} (status ${error.status}).`,
        todo: refused
      }
    case "InvalidRequest":
      return { kind: "refused", what: `Nothing was sent to ${doing}: ${error.reason}.`, todo: refused }
    case "UnusableToken":
      return { kind: "session", what: error.message, ...again }
    case "TokenStoreFailed":
      return { kind: "unexpected", what: error.message, todo: "Check that the place can be read and written." }
    case "Drifted":
      return {
        kind: "unexpected",
        what: `The service answered what its contract does not describe (${path(error)}).`,
        todo: "Update this program, or decode tolerantly."
      }
    case "NoEmulator":
      return {
        kind: error.kind === "live" ? "refused" : "offline",
        what: error.message,
        todo:
          error.kind === "live"
            ? "Start one with remote-assist-mock and connect to it, or give --demo."
            : "Check the network and the base address, then try again."
      }
    case "ControlRefused":
      return error.status === 401
        ? {
            kind: "refused",
            what: "The emulator asks for the token of its control plane.",
            todo: `Set ${tokenVariable} to what it was started with as --control-token, and start this program again.`
          }
        : {
            kind: "refused",
            what: `The emulator refused to ${doing}: ${error.detail.replace(/\.$/, "")}.`,
            todo: refused
          }
    case "UnexpectedAnswer":
      return {
        kind: "unexpected",
        what: `The service answered ${error.status} (${path(error)})${reasonOf(error)}`,
        todo: adviceOf(error)
      }
  }
}

/** The same of a refusal that {@link isOfSession}: it is answered by another log-in. */
export const describeSessionError = (doing: string, error: Failure): Problem => ({
  ...describe(doing, error, again.todo),
  kind: "session",
  ...again
})

const firstDelay = 1000
const maxDelay = 30_000

/** Returns the milliseconds until the next attempt after so many failed ones. */
export const retryDelay = (failures: number): number => Math.min(maxDelay, firstDelay * 2 ** failures)

/** Returns the problem of form values that do not match their schema. */
export const invalidForm = (fields: string): Problem => ({
  kind: "refused",
  what: `Nothing was sent: ${fields}.`,
  todo: "Correct it."
})

/** Returns the message after a request was interrupted, so that its outcome is unknown. */
export const outcomeUnknown = (doing: string): string =>
  `It is not known whether this was done: ${doing}. Look before you do it again.`
