import * as Effect from "effect/Effect"

import { Halted } from "./Outcome.ts"
import type { Outcome } from "./Outcome.ts"

/** Rows without an answer, one after the other, after which no further one is begun. */
const most = 4

const answered: ReadonlySet<string> = new Set<Outcome["state"]>(["created", "refused", "updated", "undone"])

/** Makes what is given each outcome, and halts where the service does not answer. */
export const halting = () => {
  let count = 0
  return ({ state, why }: { readonly state: string; readonly why?: string | undefined }) => {
    if (state === "unknown" || state === "unsent") count++
    else if (answered.has(state)) count = 0
    return count < most
      ? Effect.void
      : Effect.fail(new Halted({ problem: { kind: "offline", what: why ?? "The service does not answer.", todo: "" } }))
  }
}
