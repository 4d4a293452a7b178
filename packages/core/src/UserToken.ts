import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"

import type { CallError, SessionEnded, SessionError } from "./Errors.ts"

/** Where calls take their user token from: a `Session`, or a `PartnerKey`. */
export class UserToken extends Context.Service<
  UserToken,
  {
    /** The user token to send. One that is about to expire is renewed in the background, and only one that has expired first. */
    readonly token: Effect.Effect<Redacted.Redacted, SessionError | CallError>
    /**
     * Renews the token that was found expired. Any number of concurrent calls cause one refresh, and a call that comes
     * late with an older token gets the current one. It fails with `SessionEnded` if the service refuses, or if the
     * token is of a session that another has replaced; any other failure leaves the session as it is.
     */
    readonly renew: (expired: Redacted.Redacted) => Effect.Effect<Redacted.Redacted, SessionError | CallError>
    /** How the session of a token ended, if it is over: nothing is sent with the token then, nor with one that follows it. */
    readonly ended?: (token: Redacted.Redacted) => SessionEnded | undefined
  }
>()("@remote-assist/core/UserToken") {}
