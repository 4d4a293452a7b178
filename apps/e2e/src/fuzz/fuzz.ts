import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"

import type { TargetKind } from "../targets/Target.ts"
import type { Command } from "./Command.ts"
import { Ref } from "./Command.ts"
import { commands, focuses } from "./generate.ts"
import { administratorLogIn } from "./KnownValues.ts"
import * as Pair from "./Pair.ts"
import type { Done } from "./Pair.ts"
import * as Side from "./Side.ts"

/** How to look for differences. */
export interface FuzzOptions {
  /** Makes a target for each run. Its clock is stopped at `stopAt`, unless that is undefined. */
  readonly kind: TargetKind
  readonly stopAt: string | undefined
  /** What the target must be like; its clock stands still. */
  readonly model: TargetKind
  readonly runs: number
  readonly seed: number
  /** The most commands in a sequence. */
  readonly commands: number
  /** Whether to send several commands at once, too. */
  readonly concurrent: boolean
  /** The name of the tenant of each run. */
  readonly tenant: (run: number) => string
}

/** What is known so far, also when the search ends early. */
export interface Progress {
  runs: number
  commands: number
  /** The shortest way to a difference. */
  found: ReadonlyArray<Done> | undefined
}

/** A difference did not appear again on a fresh target. */
export class Unsteady extends Schema.TaggedError<Unsteady>()("Unsteady", { target: Schema.String }) {
  override get message() {
    return `What differed did not differ again on a fresh tenant, so it is no difference: ${this.target} was started again in the middle, or somebody else changed it. Repeat this while it is left alone.`
  }
}

/** The administrator logs in and lists the users: what most commands need. */
const first: ReadonlyArray<Command> = [
  {
    uid: administratorLogIn,
    call: "Auth.logIn",
    payload: {
      email: new Ref({ kind: "administrator", pick: 0 }),
      password: new Ref({ kind: "password", pick: 0 })
    }
  },
  { uid: -1, call: "EnterpriseUsers.list", token: new Ref({ kind: "administrator token", pick: 0 }) }
]

// calls that are sent at once arrive in another order each time
const mostChecks = 10

/**
 * Looks for sequences of commands whose outcomes differ from the model's, up to the first one, which is shortened and run again
 * on a fresh target.
 */
export const fuzz = Effect.fnUntraced(function* (
  options: FuzzOptions,
  progress: Progress = { runs: 0, commands: 0, found: undefined }
) {
  const { concurrent, kind, model, runs, seed, stopAt, tenant } = options
  const makeModel = Side.ofLayer(model.make("model"))

  /** Runs the commands that can run on a fresh target and a fresh model, and yields them if there is a difference. */
  const differing = (commands: ReadonlyArray<Command>) =>
    Effect.gen(function* () {
      progress.runs++
      const target = yield* Side.ofLayer(kind.make(tenant(progress.runs)), stopAt)
      const pair = yield* Pair.make(target, makeModel, kind.isThere)
      for (const command of commands) if (pair.canRun(command)) yield* pair.run(command)
      progress.commands += pair.done.length
      if (!pair.differs()) return undefined
      progress.found = pair.done
      return pair.done
    }).pipe(
      Effect.scoped,
      // if the target is gone, that is why it failed
      Effect.catchCause((cause) => Effect.andThen(kind.isThere, Effect.failCause(cause)))
    )

  let failure: Cause.Cause<unknown> | undefined
  let isOver = false
  const runPromise = Effect.runPromiseWith(yield* Effect.context())
  const sequences = fc.oneof(
    ...focuses.map((focus) =>
      fc.array(commands(concurrent, focus), { minLength: 1, maxLength: options.commands, size: "max" })
    )
  )
  const property = fc.asyncProperty(sequences, (sequence) => {
    // fast-check would go on to shrink
    if (isOver) return Promise.resolve(true)
    return runPromise(
      Effect.matchCause(differing([...first, ...sequence]), {
        onSuccess: (done) => done === undefined,
        onFailure: (cause) => {
          failure = cause
          isOver = true
          return true
        }
      })
    )
  })
  yield* Effect.promise(() => fc.check(property, { seed, numRuns: runs })).pipe(
    Effect.onInterrupt(() => Effect.sync(() => void (isOver = true)))
  )
  if (failure !== undefined) return yield* Effect.failCause(failure)
  if (progress.found === undefined) return progress

  let shortest: ReadonlyArray<Done> = progress.found
  for (let index = shortest.length - 2; index >= 0; index--) {
    const rest = shortest.toSpliced(index, 1).map(({ command }) => command)
    shortest = (yield* differing(rest)) ?? shortest
    index = Math.min(index, shortest.length - 1)
  }
  const all = shortest.map(({ command }) => command)
  const checks = all.some((command) => "together" in command) ? mostChecks : 1
  progress.found = undefined
  for (let check = 1; check <= checks; check++) if ((yield* differing(all)) !== undefined) return progress
  return yield* new Unsteady({ target: kind.name })
})
