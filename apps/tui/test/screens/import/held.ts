import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"

import type { Wire } from "../../support/wire.ts"

/** Holds requests back until they are let go. */
export const holding = (wire: Wire, method: string) => {
  const gate = Deferred.makeUnsafe<void>()
  wire.disturb = (line, pass) =>
    line.startsWith(method) && line.includes("/users") ? Effect.andThen(Deferred.await(gate), pass) : pass
  return () => Deferred.doneUnsafe(gate, Effect.void)
}

export const three = "Full Name,E-Mail\nA,a@plant.example\nB,b@plant.example\nC,c@plant.example\n"
