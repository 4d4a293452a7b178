import * as Effect from "effect/Effect"

import type { Action } from "../../../actions/Action.ts"
import type { FaultEntry } from "./Fault.ts"
import * as Making from "./making.ts"

const remove: Action<FaultEntry> = {
  name: "faults.remove",
  keys: ["D"],
  label: "remove",
  pending: "removing",
  effect: "reversible",
  inverse: "faults.again",
  run: (entry) => Effect.as(Making.remove(entry), undefined),
  done: "is removed: requests do not meet it any more."
}

/** Makes a fault again that was removed; it counts its hits anew. */
const again: Action<FaultEntry> = {
  name: "faults.again",
  keys: ["+"],
  label: "make again",
  pending: "making",
  effect: "reversible",
  run: ({ fault }) => Making.make(fault),
  done: "is on, and counts its hits anew."
}

export const actions: ReadonlyArray<Action<FaultEntry>> = [remove]

export const inverses: ReadonlyArray<Action<FaultEntry>> = [again]
