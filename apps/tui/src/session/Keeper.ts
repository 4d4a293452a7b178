import type { BadSettings } from "@remote-assist/cli/Settings"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

import type { Whose } from "./Credentials.ts"

/** What is noted of a session that outlives the program: whose it is. */
export interface Keeper {
  /** Whether sessions are kept for the commands that follow. */
  readonly isKept: boolean
  readonly note: (whose: Whose) => Effect.Effect<void, BadSettings>
  readonly forget: Effect.Effect<void, BadSettings>
}

/** Keeps nothing unless set. */
export const Keeper = Context.Reference<Keeper>("@remote-assist/tui/Keeper", {
  defaultValue: () => ({ isKept: false, note: () => Effect.void, forget: Effect.void })
})
