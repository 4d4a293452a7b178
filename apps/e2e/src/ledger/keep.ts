import * as Console from "effect/Console"
import * as Effect from "effect/Effect"

import { CurrentLedger } from "../cleanup/Ledger.ts"
import { prefixOf } from "../runner/runId.ts"
import type { Place } from "../targets/Place.ts"
import type { TargetKind } from "../targets/Target.ts"
import { begin } from "./LedgerFile.ts"
import type { LedgerFile } from "./LedgerFile.ts"
import { nameOf } from "./Line.ts"
import type { Left } from "./Line.ts"

/** The command line that removes what a run left. */
export const gcOf = (run: string): string => `remote-assist-e2e gc --run ${run}`

const most = 20

/** Says what a run left, and how to remove it. */
const told = (run: string, left: ReadonlyArray<Left>) =>
  [
    `Run ${run} left behind:`,
    ...left.slice(0, most).map((one) => `  ${nameOf(one)}`),
    ...(left.length > most ? [`  and ${left.length - most} more`] : []),
    `Remove what is left with ${gcOf(run)}`
  ].join("\n")

/** Looks up what may have been created though no answer said so, and removes it. */
const settle = (at: { readonly kind: TargetKind; readonly place: Place }, run: string, file: LedgerFile) => {
  const unknown = file.left().filter(({ isCreated }) => !isCreated)
  return unknown.length === 0
    ? Effect.void
    : Effect.flatMap(
        Effect.promise(() => import("./collect.ts")),
        ({ collect }) =>
          collect(at, unknown, {
            prefix: prefixOf(run),
            allowDestructive: false,
            isDry: false,
            tell: (left, ending) => (typeof ending === "string" ? file.removed(left) : Effect.void)
          })
      )
}

/**
 * Does something that creates things at a target, with a ledger of them where the target outlives it. What is left in the
 * end is told on standard error, and yielded.
 */
export const keep = Effect.fnUntraced(function* <A, E, R>(kind: TargetKind, run: string, use: Effect.Effect<A, E, R>) {
  const place = yield* kind.place
  if (place === undefined) return { value: yield* use, left: [] }
  let left: ReadonlyArray<Left> = []
  const value = yield* Effect.acquireUseRelease(
    begin(run, place),
    (file) => Effect.provideService(use, CurrentLedger, file.ledger),
    (file) =>
      Effect.gen(function* () {
        // what cannot be looked up now is among what is told
        yield* Effect.exit(settle({ kind, place }, run, file))
        left = file.left()
        yield* file.close
        if (left.length > 0) yield* Console.error(told(run, left))
      })
  )
  return { value, left }
})
