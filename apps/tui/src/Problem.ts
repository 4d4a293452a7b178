import type { Errors } from "@remote-assist/core"

export type Failure = Errors.ErrorV1 | Errors.ErrorV1R1 | Errors.ErrorText | Errors.SessionError | Errors.CallError

/** What happened and what to do about it, each one sentence. */
export interface Problem {
  readonly kind: "offline" | "session" | "refused" | "unexpected"
  readonly what: string
  readonly todo: string
}

/** Whether nobody is logged in any more, rather than somebody else. */
export const isEnd = (error: Failure): error is Errors.SessionEnded =>
  error._tag === "SessionEnded" && error.state !== "replaced"

const path = (error: { readonly method: string; readonly path: string }) => `${error.method} ${error.path}`

const lookFirst = "It may have happened all the same: refresh and look before you try again."

/**
 * Tells of a failure of what was being done, such as `list the users`; `refused` advises when the service said no, and
 * `unsure` when it may have done it all the same.
 */
export const of = (doing: string, error: Failure, refused: string, unsure = lookFirst): Problem => {
  switch (error._tag) {
    case "ConnectionFailed":
      return {
        kind: "offline",
        what: `${error.wasSent ? "No answer from" : "No connection to"} ${error.origin} (${error.reason}).`,
        todo: error.mayHaveHappened ? unsure : "Check the network and the base address, then try again."
      }
    case "TimedOut":
      return {
        kind: "offline",
        what: `No answer after ${error.seconds} s (${path(error)}).`,
        todo: error.mayHaveHappened ? unsure : "The service may be overloaded: wait a moment, then try again."
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
      return { kind: "session", what: error.reason, todo: error.state === "replaced" ? "Try again." : "Log in again." }
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
      return { kind: "session", what: error.message, todo: "Log in again." }
    case "TokenStoreFailed":
      return { kind: "unexpected", what: error.message, todo: "Check that the place can be read and written." }
    case "Drifted":
      return {
        kind: "unexpected",
        what: `The service answered what its contract does not describe (${path(error)}).`,
        todo: "Update this program, or decode tolerantly."
      }
    case "UnexpectedAnswer":
      return {
        kind: "unexpected",
        what: `The service answered ${error.status} (${path(error)}), ${error.reason}.`,
        todo: "Try again; if it stays so, check that the base address is the service's."
      }
  }
}
