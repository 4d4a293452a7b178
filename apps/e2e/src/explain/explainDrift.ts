import * as Effect from "effect/Effect"

import { compareAttempts } from "../compare/compareAttempts.ts"
import { toleranceSince } from "../compare/compareTargets.ts"
import type { Compared } from "../compare/compareTargets.ts"
import type { TargetKind } from "../targets/Target.ts"
import * as Emulation from "./Emulation.ts"
import { explain } from "./explain.ts"
import type { Explanation } from "./explain.ts"
import type { Case } from "./search.ts"

/** How long to look for what explains drift, and what it was seen with. */
export interface ExplainOptions {
  readonly seed: number
  readonly timeout: string
  readonly sameData: boolean
  /** When the comparison began. */
  readonly start: number
  readonly mostRuns: number
}

/**
 * Finds the choices at gaps with which the emulator that is the first target answers as the second does. They are tried on
 * emulators in this process; a scenario that the first target answers in another way than those is not explained.
 */
export const explainDrift = Effect.fnUntraced(function* (
  kind: TargetKind,
  compared: ReadonlyArray<Compared>,
  { mostRuns, sameData, seed, start, timeout }: ExplainOptions
) {
  const emulation = yield* Emulation.make(kind, { seed, timeout })
  const options = Effect.map(toleranceSince(start), (tolerance) => ({ sameData, tolerance }))
  const differing = compared.filter(({ comparison }) => comparison.differences.length > 0)
  const alien = new Set<string>()
  for (const { a, found, unsteadyKeys } of differing) {
    const here = yield* emulation.run(found, emulation.chosen, false)
    const { differences } = compareAttempts(here, a, { ...(yield* options), unsteady: unsteadyKeys })
    if (differences.length > 0) alien.add(found.name)
  }
  const cases = compared
    .filter(({ found }) => !alien.has(found.name))
    .map(({ b, found, unsteadyKeys }): Case => ({
      found,
      other: b,
      options: Effect.map(options, (options) => ({ ...options, unsteady: unsteadyKeys }))
    }))
  const names = new Set(differing.map(({ found }) => found.name).filter((name) => !alien.has(name)))
  const explained = yield* explain(emulation, cases, names, mostRuns)
  const others = differing
    .filter(({ found }) => alien.has(found.name))
    .flatMap(({ comparison, found }) =>
      comparison.differences.map((difference) => ({ scenario: found.name, difference }))
    )
  const explanation: Explanation = { ...explained, unexplained: [...explained.unexplained, ...others] }
  return { emulation, explanation }
}, Effect.scoped)
