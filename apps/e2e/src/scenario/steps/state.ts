import type { Control } from "@remote-assist/http-mock/Control"
import * as Effect from "effect/Effect"

import { Target } from "../../targets/Target.ts"
import { step } from "../Step.ts"

/** What there is in a region. */
type World = Extract<Effect.Success<ReturnType<Control["Service"]["state"]["save"]>>, { readonly us: unknown }>["us"]

/** Puts the region of scenarios into another state, as no operation can; `what` says which. For scenarios that need `control`. */
export const stateChanged = (what: string, change: (world: World) => World) =>
  step(
    what,
    Effect.gen(function* () {
      const { state } = yield* (yield* Target).control
      const saved = yield* state.save()
      yield* state.load({ payload: { ...saved, us: change(saved.us) } })
    })
  )
