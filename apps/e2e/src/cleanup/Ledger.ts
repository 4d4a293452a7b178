import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"

/** Something that a scenario is about to create, or to change for a while. */
export interface Thing {
  /** Such as `user`. */
  readonly kind: string
  /** What finds it, where that is known beforehand: the e-mail address of a user. */
  readonly id?: string | undefined
  /** What tells it from others, or puts it back; no secret. */
  readonly details?: Schema.Json | undefined
  /** Which scenario it is of. */
  readonly scenario?: string | undefined
}

/** What stands in a ledger of one thing. */
export interface Entry {
  /** It is there; `key` is what the service calls it by, where its id does not say so. */
  readonly created: (key?: string) => Effect.Effect<void>
  /** It is there no more, or as it was. */
  readonly removed: Effect.Effect<void>
}

/** Where a run writes down what it creates, before it does, so that it can be removed after a crash. */
export interface Ledger {
  /** Whether anything is written down: what is asked of the target for that alone is asked only then. */
  readonly isKept: boolean
  /** Writes down what is about to be created; where that is not possible, nothing must be. */
  readonly creating: (thing: Thing) => Effect.Effect<Entry>
}

/** Writes nothing down: for what ends with the run, or with something that is written down. */
export const none: Ledger = {
  isKept: false,
  creating: () => Effect.succeed({ created: () => Effect.void, removed: Effect.void })
}

/** The same ledger, for what is of one scenario. */
export const named = (ledger: Ledger, scenario: string): Ledger => ({
  ...ledger,
  creating: (thing) => ledger.creating({ ...thing, scenario })
})

/** The ledger of the run; none outside of one. */
export const CurrentLedger = Context.Reference<Ledger>("@remote-assist/e2e/Ledger", { defaultValue: () => none })
