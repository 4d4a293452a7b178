import type * as Effect from "effect/Effect"
import { createContext, useContext } from "react"

import type { Cell } from "./Cell.ts"
import type { Account } from "./model/Account.ts"
import type { PodList } from "./model/PodList.ts"
import type { UserList } from "./model/UserList.ts"
import type { Ui } from "./Ui.ts"

/** What screens and commands work with. State is in cells, so that several keys in a row each see what the last did. */
export interface Model {
  readonly region: { readonly name: string; readonly address: string }
  readonly account: Account["Service"]
  readonly users: UserList["Service"]
  readonly pods: PodList["Service"]
  readonly ui: Cell<Ui>
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
