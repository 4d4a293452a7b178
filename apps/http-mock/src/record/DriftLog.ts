import { byId } from "@remote-assist/core/Contract"
import type { OperationId } from "@remote-assist/core/Contract"

import type { Drift, DriftReport, Seen } from "../control/upstream/Recording.ts"
import type { Answered } from "./Answered.ts"
import { compare } from "./compare.ts"
import type { Difference } from "./compare.ts"
import * as Contract from "./contract.ts"
import { lookAt, noLook } from "./reference.ts"
import type { Look, Reference } from "./reference.ts"

interface Observed {
  readonly operation: OperationId
  readonly status: number
  readonly look: Look
  answers: number
  /** Against the contract, by path and what was got. */
  readonly misfits: Map<string, Difference>
  /** Why some could not be compared, with how many. */
  readonly passedOver: Map<string, number>
}

// what another service answers with
const mostObserved = 1000

const mostMisfits = 100

/** What upstreams answered to operations. */
export interface DriftLog {
  readonly add: (operation: OperationId, answer: Answered) => void
  /** Notes an answer that cannot be compared. */
  readonly passOver: (operation: OperationId, status: number, why: string) => void
  readonly report: (reference: Reference) => DriftReport
  readonly clear: () => void
}

const typesDiffer = (expected: Look, got: Look): ReadonlyArray<Difference> => {
  const odd = [...got.types].filter((type) => !expected.types.has(type))
  return odd.length === 0 || expected.types.size === 0
    ? []
    : [
        {
          path: "content-type",
          expected: [...expected.types].join(" or "),
          got: odd.map((type) => type || "none").join(" or ")
        }
      ]
}

const driftsOf = ({ look, misfits, operation, status }: Observed, reference: Reference): ReadonlyArray<Drift> => {
  const ofContract = [...misfits.values()]
  const told = new Set(ofContract.map(({ path }) => path))
  const expected = reference(operation, status)
  const ofEmulator =
    expected === undefined ? [] : [...typesDiffer(expected, look), ...compare(expected.shape, look.shape)]
  return [
    ...ofContract.map((one) => ({ operation, status, ...one, against: "contract" as const })),
    // the contract goes first where both say so
    ...ofEmulator
      .filter(({ path }) => !told.has(path))
      .map((one) => ({ operation, status, ...one, against: "emulator" as const }))
  ]
}

export const make = (): DriftLog => {
  const all = new Map<string, Observed>()
  const observed = (operation: OperationId, status: number): Observed | undefined => {
    const key = `${operation} ${status}`
    const known = all.get(key)
    if (known !== undefined || all.size === mostObserved) return known
    const made = { operation, status, look: noLook(), answers: 0, misfits: new Map(), passedOver: new Map() }
    all.set(key, made)
    return made
  }
  return {
    add: (id, answer) => {
      const at = observed(id, answer.status)
      if (at === undefined) return
      at.answers += 1
      lookAt(at.look, id, answer)
      for (const misfit of Contract.misfits(byId(id), answer))
        if (at.misfits.size < mostMisfits) at.misfits.set(`${misfit.path} ${misfit.got}`, misfit)
    },
    passOver: (id, status, why) => {
      const at = observed(id, status)
      at?.passedOver.set(why, (at.passedOver.get(why) ?? 0) + 1)
    },
    report: (reference) => {
      const each = [...all.values()]
      const seen = ({ answers, operation, status }: Observed): Seen => ({ operation, status, answers })
      const isCompared = (one: Observed) =>
        one.answers > 0 && (one.misfits.size > 0 || reference(one.operation, one.status) !== undefined)
      return {
        differences: each.flatMap((one) => driftsOf(one, reference)),
        compared: each.filter(isCompared).map(seen),
        not_compared: [
          ...each
            .filter((one) => one.answers > 0 && !isCompared(one))
            .map((one) => ({ ...seen(one), why: "the emulator has no such answer to compare with" })),
          ...each.flatMap(({ operation, passedOver, status }) =>
            [...passedOver].map(([why, answers]) => ({ operation, status, answers, why }))
          )
        ]
      }
    },
    clear: () => all.clear()
  }
}
