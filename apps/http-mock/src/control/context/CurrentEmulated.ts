import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"

import type { Answer } from "../../wire/Answer.ts"

/** The emulator whose control plane a request is for. */
export interface Emulated {
  /** Answers any request to it. */
  readonly answer: Answer
  readonly apiKeyHeader: string
  /** Whether it is reached by HTTPS. */
  readonly secure: boolean
}

/** The emulator that the current request to the control plane is for. */
export const CurrentEmulated = Context.Reference<Emulated | undefined>(
  "@remote-assist/http-mock/control/CurrentEmulated",
  { defaultValue: () => undefined }
)

/** The emulator that the request is for. */
export const emulated: Effect.Effect<Emulated> = Effect.filterOrElse(CurrentEmulated, Predicate.isNotUndefined, () =>
  Effect.die("no emulator was named for the request")
)
