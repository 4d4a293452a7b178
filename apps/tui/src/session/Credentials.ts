import type { BadSettings } from "@remote-assist/cli/Settings"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

/** The names of the login methods, in commands and files, in the order of the menu. */
export const LoginMethodName = Schema.Literals([
  "password",
  "pat",
  "partner-key",
  "enterprise",
  "url",
  "anonymous",
  "alias",
  "password-v1r1"
])
export type LoginMethodName = typeof LoginMethodName.Type

/** A secret, and the other values of the login method by the names of its fields. */
export interface Credentials {
  readonly way: LoginMethodName
  readonly values: Readonly<Record<string, string>>
  readonly secret?: Redacted.Redacted
}

/** The owner of a session and the login method, without secrets. */
export const SessionOwner = Schema.Struct({
  who: Schema.String,
  way: Schema.optionalKey(LoginMethodName),
  /** The values of the login form except secrets, by the names of its fields. */
  given: Schema.optionalKey(Schema.Record(Schema.String, Schema.String))
})
export type SessionOwner = typeof SessionOwner.Type

/** Stores the owner of a session that outlives the program. */
export interface SessionStorage {
  /** Whether sessions are stored for later commands. */
  readonly isKept: boolean
  readonly note: (whose: SessionOwner) => Effect.Effect<void, BadSettings>
  readonly forget: Effect.Effect<void, BadSettings>
}

/** The storage of the session (default: none). */
export const SessionStorage = Context.Reference<SessionStorage>("@remote-assist/tui/SessionStorage", {
  defaultValue: () => ({ isKept: false, note: () => Effect.void, forget: Effect.void })
})
