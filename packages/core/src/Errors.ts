import type { BodyTooLarge, CircuitOpen, ConnectionFailed, TimedOut } from "./Errors/unanswered.ts"
import type { Drifted, UnexpectedAnswer } from "./Errors/unexpected.ts"
import type { InvalidRequest } from "./Errors/unsent.ts"

export * from "./Errors/lists.ts"
export * from "./Errors/refusals.ts"
export * from "./Errors/sessions.ts"
export * from "./Errors/unanswered.ts"
export * from "./Errors/unexpected.ts"
export * from "./Errors/unsent.ts"
export * from "./Errors/wire.ts"

/** Errors that any call can meet. */
export type CallError =
  | ConnectionFailed
  | TimedOut
  | BodyTooLarge
  | CircuitOpen
  | UnexpectedAnswer
  | Drifted
  | InvalidRequest
