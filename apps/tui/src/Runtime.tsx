import type * as Effect from "effect/Effect"
import { createContext, useContext } from "react"

import type { Account, Credentials } from "./engine/Account.ts"
import type { Cell } from "./engine/Cell.ts"
import type { Changes } from "./engine/Changes.ts"
import type { Lists } from "./engine/Lists.ts"
import type { Notices } from "./engine/Notices.ts"
import type { Ui } from "./Ui.ts"

/** What screens and commands work with. State is in cells, so that several keys in a row each see what the last did. */
export interface Model {
  readonly region: { readonly name: string; readonly address: string }
  /** What the settings say to log in with. */
  readonly given: Credentials | undefined
  readonly account: Account["Service"]
  readonly lists: Lists
  readonly changes: Changes
  readonly notices: Notices
  readonly ui: Cell<Ui>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Runs an effect until it is done or the program ends. A defect in it ends the program. */
  readonly run: (effect: Effect.Effect<void>) => void
  readonly quit: () => void
}

const ModelContext = createContext<Model | undefined>(undefined)

export const ModelProvider = ModelContext.Provider

export const useModel = (): Model => {
  const model = useContext(ModelContext)
  if (model === undefined) throw new Error("useModel outside of ModelProvider")
  return model
}
