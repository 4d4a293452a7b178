import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"

import type { CallError, SessionEnded, SessionError } from "./Errors.ts"

/** The source of user tokens for calls: a `Session`, or a `PartnerKey`. */
export class UserToken extends Context.Service<
  UserToken,
  {
    /** The user token to send. A token that is about to expire is renewed in the background; an expired token is renewed first. */
    readonly token: Effect.Effect<Redacted.Redacted, SessionError | CallError>
    /**
     * Renews an expired token. Any number of concurrent calls cause one refresh, and a late call with an older token gets
     * the current one. It fails with `SessionEnded` if the service rejects the refresh, or if another session has replaced
     * that of the token; any other failure leaves the session unchanged.
     */
    readonly renew: (expired: Redacted.Redacted) => Effect.Effect<Redacted.Redacted, SessionError | CallError>
    /** Whether a token can be renewed (default true); if not, a 401 that may mean its expiry is an error of the call. */
    readonly isRenewable?: (token: Redacted.Redacted) => Effect.Effect<boolean, SessionError | CallError>
    /** Returns why the session of a token ended, or `undefined`; nothing is sent with a token of an ended session. */
    readonly ended?: (token: Redacted.Redacted) => SessionEnded | undefined
  }
>()("@remote-assist/core/UserToken") {}
