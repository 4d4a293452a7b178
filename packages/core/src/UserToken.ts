import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"

import type { CallError, SessionEnded } from "./Errors.ts"

/** Where calls take their user token from: a `Session`, or a `PartnerKey`. */
export class UserToken extends Context.Service<
  UserToken,
  {
    /** The user token to send; renewed first when it is about to expire. */
    readonly token: Effect.Effect<Redacted.Redacted, SessionEnded | CallError>
    /**
     * Renews the token that was found expired. Any number of concurrent calls cause one refresh, and a call that comes
     * late with an older token gets the current one. A refused refresh ends the session; a failed connection does not.
     */
    readonly renew: (expired: Redacted.Redacted) => Effect.Effect<Redacted.Redacted, SessionEnded | CallError>
  }
>()("@remote-assist/core/UserToken") {}
