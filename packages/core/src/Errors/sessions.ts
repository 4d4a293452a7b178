import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import type { ErrorV1, ErrorV1R1 } from "./refusals.ts"
import { TaggedError } from "./tagged.ts"

/** The tokens of a session could not be read from or written to where they are kept. */
export class TokenStoreFailed extends TaggedError<TokenStoreFailed>()("TokenStoreFailed", {
  /** Where they are kept. */
  store: Schema.String,
  /** What went wrong. */
  reason: Schema.String
}) {
  override get message() {
    return `The tokens could be neither read nor kept in ${this.store}: ${this.reason}.`
  }
}

const advice = {
  none: "Log in again.",
  refused: "Log in again.",
  replaced: "Call again if it is meant for who is logged in now.",
  closed: "Make a new client."
}

/**
 * No session to make the call with. The `state` tells them apart: `none` is there, the service `refused` to renew it,
 * another log-in or a log-out `replaced` it while the call was under way, or the client was `closed`.
 */
export class SessionEnded extends TaggedError<SessionEnded>()("SessionEnded", {
  /** Why there is none. */
  reason: Schema.String,
  state: Schema.Literals(["none", "refused", "replaced", "closed"]).pipe(
    Schema.withConstructorDefault(Effect.succeed("refused" as const))
  )
}) {
  override get message() {
    return `${this.reason} ${advice[this.state]}`
  }
}

/** A token that a session was to keep is empty, or no header can carry it. Nothing was kept. */
export class UnusableToken extends TaggedError<UnusableToken>()("UnusableToken", { operation: Schema.String }) {
  override get message() {
    return `The token for ${this.operation} is empty, or holds what no header can carry, such as a line break. Check that it was copied as it is.`
  }
}

/**
 * Errors of what a call with a user token does before it is sent: the session has ended, or its token has expired and
 * could not be renewed just now. Then the session goes on; {@link ErrorV1} and {@link ErrorV1R1} are what the service
 * refuses a refresh and a personal access token with for another reason than the token: its own failure, or the API key.
 */
export type SessionError = SessionEnded | UnusableToken | TokenStoreFailed | ErrorV1 | ErrorV1R1
