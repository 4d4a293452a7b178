import * as Context from "effect/Context"
import type * as Redacted from "effect/Redacted"

/** What the calls of one walk have in common: the token that the first of them was made with. */
export interface SameSession {
  token?: Redacted.Redacted
}

/** Calls made with it are all of one session; each by itself unless set. */
export const SameSession = Context.Reference<SameSession | undefined>("@remote-assist/core/internal/SameSession", {
  defaultValue: () => undefined
})
