import { isOfProxy } from "@remote-assist/cli/Proxy"
import { Errors, Failure as Failures } from "@remote-assist/core"
import { proxyFor } from "@remote-assist/core/HttpNode"
import { capitalize } from "effect/String"

import { tokenVariable } from "./Control.ts"
import type { ControlError } from "./Control.ts"

export type Failure =
  | Errors.ErrorV1
  | Errors.ErrorV1R1
  | Errors.ErrorText
  | Errors.SessionError
  | Errors.CallError
  | Errors.ListBroken
  | ControlError

/** A failure for the user: what happened and what to do, one sentence each. */
export interface Problem {
  /**
   * `unavailable`: a proxy or the service answered that the service cannot be reached. `local`: a file or setting of this
   * machine.
   */
  readonly kind: "offline" | "unavailable" | "session" | "refused" | "local" | "unexpected"
  readonly what: string
  readonly todo: string
  /** The action that solves it, if it depends on the program. */
  readonly by?: "logIn"
}

/** Returns what happened and what to do. */
export const format = ({ todo, what }: Pick<Problem, "todo" | "what">): string => `${what} ${todo}`.trimEnd()

/** The same after the name of the operation, unless the problem names it. */
export const formatOf = (operation: string, problem: Problem): string =>
  problem.kind === "refused" || problem.what.includes(operation)
    ? format(problem)
    : `Could not ${operation}. ${format(problem)}`

export const withTodo = ({ kind, what }: Problem, todo: string): Problem => ({ kind, what, todo })

/** Whether the session has ended, and no other user has logged in. */
export const isSessionEnd = (error: unknown): error is Errors.SessionEnded =>
  error instanceof Errors.SessionEnded && error.state !== "replaced"

/** Returns why a session has ended. */
export const endReason = ({ reason, state }: Errors.SessionEnded): string =>
  state === "none" ? "another program logged out." : reason

const unanswered: ReadonlySet<unknown> = new Set(["ConnectionFailed", "TimedOut", "CircuitOpen"])

/** Whether a request had no answer. */
export const isUnanswered = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "_tag" in error && unanswered.has(error._tag)

/** Whether the service rejects every request of the user: the token is invalid, or the user is deactivated. */
export const isSessionError = (error: unknown): boolean =>
  [Failures.isInvalidToken, Failures.isTokenExpired, Failures.isDeactivated].some((is) => is(error))

/** What the service rejects: the token, or a missing permission. */
export type ErrorTopic = "token" | "permission" | undefined

export const errorTopic = (error: unknown): ErrorTopic => {
  if (Failures.isTokenExpired(error) || Failures.isInvalidToken(error)) return "token"
  return Failures.isForbidden(error) || Failures.isAccessDenied(error) ? "permission" : undefined
}

/** Returns the message of the service if it rejects the token, otherwise `undefined`. */
export const tokenRefusal = (error: unknown): string | undefined =>
  errorTopic(error) === "token" && typeof error === "object" && error !== null && "message" in error
    ? String(error.message)
    : undefined

const path = (error: { readonly method: string; readonly path: string }) => `${error.method} ${error.path}`

const tryAgain = { todo: "Try again." }

export const logInAgain = { todo: "Log in again.", by: "logIn" } as const

/** Whether a failed request may have had its effect, such as an e-mail. */
export const mayHaveHappened = (error: Failure): boolean => {
  if ("mayHaveHappened" in error) return error.mayHaveHappened
  if (!("method" in error) || error.method === undefined || error.method === "GET") return false
  return error._tag === "Drifted" || Failures.isServerFault(error)
}

/** Summarizes a failure in a few words. */
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

const isWebPage = ({ excerpt, status }: Errors.UnexpectedAnswer) =>
  /^\s*<(?:!doctype\s+)?html\b/i.test(excerpt) && (status < 300 || status >= 400) && status !== 429

const describeAnswer = (error: Errors.UnexpectedAnswer): string => {
  const { notSent, reason, retryAfter, status } = error
  if (isWebPage(error)) return `A proxy answered ${status} with a web page, not the service (${path(error)}).`
  const why = status === 429 ? ": too many requests" : status === 503 ? ": it is unavailable" : `, ${reason}`
  const suffix = notSent === true ? "; this one was held back" : ""
  const wait = retryAfter === undefined ? "" : `; it asks to wait ${retryAfter} s`
  return `The service answered ${status} (${path(error)})${why}${suffix}${wait}.`
}

/** Names the proxy to the service at an address, if it may have answered. */
export const withProxy = (problem: Problem, error: unknown, address: string): Problem => {
  const proxy = proxyFor(new URL(address))
  if (proxy === undefined || !(error instanceof Errors.UnexpectedAnswer) || !isOfProxy(error.status)) return problem
  const named = problem.what.replace(/^A proxy\b/, `The proxy ${proxy}`)
  return { ...problem, what: named.replace(/^The service answered \d+/, `$& through the proxy ${proxy}`) }
}

const waitAndRetry = "Wait a moment, then try again"

const retryAdvice = (error: Errors.UnexpectedAnswer): string => {
  const { retryAfter, status } = error
  if (status === 407) return "Check the credentials of the proxy."
  if (retryAfter !== undefined) return `Wait ${retryAfter} s, then try again.`
  if ((status === 401 || status === 403) && !isWebPage(error))
    return "Check the API key and the permissions of the user, and that the base address is the service's."
  const isBusy = status === 429 || status >= 500
  if (isBusy && !isWebPage(error)) return `${waitAndRetry}.`
  return `${isBusy ? waitAndRetry : "Try again"}; if it stays so, check that the base address is the service's.`
}

/** The advice after a refusal, unless there is a better one, or the message says what is wrong with the request. */
export const stateAdvice = "Check the current state, then try again."

export const unknownAdvice = "Check the id or name: it may have been deleted."

/** Whether a message says what to do, or that nothing can be done any more. */
const isComplete = (message: string) => /[.?!] \S|\bis over\.?$/.test(message)

const checkFirst = "It may have happened anyway: check before you try again."

/**
 * Describes the failure of an operation, such as `list the users`. `refused` is the advice if the service rejects it,
 * `unsure` if it may have had its effect.
 */
export const describe = (operation: string, error: Failure, refused: string, unsure = checkFirst): Problem => {
  const problem = describeRepeatable(operation, error, refused)
  return mayHaveHappened(error) ? { ...problem, todo: unsure } : problem
}

/** Returns the advice for a cause that the message names, otherwise `undefined`. */
const causeAdvice = (error: Failure, refused: string): string | undefined => {
  if (Failures.isInvalidApiKey(error)) return "Check the API key of the profile, or REMOTE_ASSIST_API_KEY."
  if (/^(?:The path \/|There is no operation )/.test(error.message)) return "Check the base address of the region."
  if (/^The token is (?:of type|not one of)\b/.test(error.message))
    return "Check what you require of it, or use another token."
  if (Failures.isDeactivated(error)) return isComplete(error.message) ? "" : "An administrator can reactivate the user."
  if (errorTopic(error) === "permission") return "Log in as somebody who may do this."
  const isOfRequest = Failures.isBadRequest(error) || Failures.isEmailTaken(error) || isComplete(error.message)
  if (refused === stateAdvice && isOfRequest) return ""
  if (!Failures.isUnknownResource(error) || isComplete(error.message)) return undefined
  return error.message.includes("@") ? "Check the e-mail address." : unknownAdvice
}

/** Replaces the requests that a message of the service advises: the screen, commands and agents send them in different ways. */
const inWords = (message: string) =>
  message.replace(/(?<=\. )(GET|POST) \/\S*\/(\w+)(?: lists)?/g, (_, method: string, name: string) =>
    method === "GET" ? `The list of ${name.replaceAll("_", " ")} shows` : capitalize(name.replaceAll("_", " "))
  )

const refusal = (what: string, todo: string): Problem => ({ kind: "refused", what, todo })

// the platform's words for common reasons
const plainReason = (reason: string) =>
  reason
    .replace(/(?:connect )?ECONNREFUSED\b.*/, "nothing listens there")
    .replace(/(?:getaddrinfo )?(?:ENOTFOUND|EAI_AGAIN)\b.*/, "the name is not known")

const checkNetwork = "Check the network and the base address, then try again."

/** Describes the failure of an operation that you can repeat, such as a log-in. */
export const describeRepeatable = (operation: string, error: Failure, refused: string): Problem => {
  switch (error._tag) {
    case "ConnectionFailed":
      return {
        kind: "offline",
        what: `${error.wasSent ? "No answer from" : "No connection to"} ${error.origin} (${plainReason(error.reason)}).`,
        todo: checkNetwork
      }
    case "TimedOut":
      return {
        kind: "offline",
        what: `No answer after ${error.seconds} s (${path(error)}).`,
        todo: "The service may be overloaded: wait a moment, then try again."
      }
    case "CircuitOpen":
    case "BodyTooLarge":
    case "Drifted":
    case "TokenStoreFailed": {
      const [what = "", ...todo] = error.message.split(/(?<=\.) /)
      const kind = error._tag === "TokenStoreFailed" ? "local" : "unexpected"
      return { kind: error._tag === "CircuitOpen" ? "offline" : kind, what, todo: todo.join(" ") }
    }
    case "SessionEnded":
      return { kind: "session", what: error.reason, ...(error.state === "replaced" ? tryAgain : logInAgain) }
    case "ErrorV1":
    case "ErrorV1R1":
    case "ErrorText": {
      const isFault = Failures.isServerFault(error)
      const advice = isFault ? `${waitAndRetry}.` : causeAdvice(error, refused)
      const isClear = advice !== undefined || Failures.isBadRequest(error)
      const detail = error._tag !== "ErrorText" ? ` (code ${error.code})` : isClear ? "" : ` (status ${error.status})`
      const reason = inWords(error.message).replace(/\.$/, "")
      return {
        kind: isFault ? "unexpected" : "refused",
        what: `The service ${isFault ? "failed" : "refused"} to ${operation}: ${reason}${detail}.`,
        todo: advice ?? refused
      }
    }
    case "ListBroken":
      return refusal(error.message, "Try again later.")
    case "InvalidRequest":
      return refusal(`Nothing was sent to ${operation}: ${error.reason}.`, causeAdvice(error, refused) ?? refused)
    case "UnusableToken":
      return { kind: "session", what: error.message, ...logInAgain }
    case "NoEmulator":
      return error.kind === "live"
        ? refusal(error.message, "Start one with remote-assist-mock and connect to it, or give --demo.")
        : { kind: "offline", what: error.message, todo: checkNetwork }
    case "ControlRefused":
      return error.status === 401
        ? refusal(
            "The emulator asks for the token of its control plane.",
            `Set ${tokenVariable} to what it was started with as --control-token, and start this program again.`
          )
        : refusal(
            `The emulator refused to ${operation}: ${error.detail.replace(/\.$/, "")}.`,
            error.status === 404 ? unknownAdvice : isComplete(error.detail) || error.status === 400 ? "" : refused
          )
    case "UnexpectedAnswer":
      return {
        // a proxy answers for a service that it cannot reach
        kind: error.status >= 502 && error.status <= 504 ? "unavailable" : "unexpected",
        what: describeAnswer(error),
        todo: retryAdvice(error)
      }
  }
}

/** Describes a failure that ends the session. A new log-in solves it, unless the user is deactivated. */
export const describeSessionError = (operation: string, error: Failure): Problem => ({
  ...describe(operation, error, logInAgain.todo),
  kind: "session",
  ...(Failures.isDeactivated(error) ? {} : logInAgain)
})

const firstDelay = 1000
const maxDelay = 30_000

/** Returns the milliseconds until the next attempt after so many failed ones. */
export const retryDelay = (failures: number): number => Math.min(maxDelay, firstDelay * 2 ** failures)

/** Returns the message after a request was interrupted, so that its outcome is unknown. */
export const outcomeUnknown = (operation: string): string =>
  `It is unknown whether this succeeded: ${operation}. Check before you retry.`
