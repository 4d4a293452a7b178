import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import * as fc from "fast-check"

import type { TargetKind } from "../targets/Target.ts"
import type { Command } from "./Command.ts"
import { Ref } from "./Command.ts"
import { commands, focuses } from "./generate.ts"
import { administratorLogIn } from "./Known.ts"
import { Pair } from "./Pair.ts"
import type { Done } from "./Pair.ts"
import * as Side from "./Side.ts"

/** How to look for differences. */
export interface FuzzOptions {
  /** What is looked at: a target of its own for each run, whose clock is stopped first unless it stands still. */
  readonly kind: TargetKind
  /** What it must be like, whose clock stands still. */
  readonly model: TargetKind
  /** When the clock of targets is stopped; none where it stands still. */
  readonly stopAt: string | undefined
  readonly runs: number
  readonly seed: number
  /** Longest sequence. */
  readonly commands: number
  /** Whether several commands are sent at once, too. */
  readonly concurrent: boolean
  /** Names the tenant of each run. */
  readonly tenant: (run: number) => string
  readonly onRun?: (runs: number) => void
  /** Told of a difference, and of each shorter way to it; of none where it did not come again. */
  readonly onFound?: (found: ReadonlyArray<Done> | undefined) => void
}

/** What differed did not differ again on a fresh target: the target changed, and not what it is like. */
export class Unsteady extends Schema.TaggedError<Unsteady>()("Unsteady", { target: Schema.String }) {
  override get message() {
    return `What differed did not differ again on a fresh tenant, so it is no difference: ${this.target} was started again in the middle, or somebody else changed it. Repeat this while it is left alone.`
  }
}

export interface FuzzResult {
  readonly runs: number
  readonly commands: number
  /** The shortest way to a difference that was found. */
  readonly found: ReadonlyArray<Done> | undefined
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

type Run = (effect: Effect.Effect<void, unknown, Scope.Scope>) => Promise<void>

/** A command as fast-check runs it. */
class PairCommand implements fc.AsyncCommand<Pair, Run> {
  readonly #command: Command
  constructor(command: Command) {
    this.#command = command
  }
  check(pair: Pair) {
    return pair.canRun(this.#command)
  }
  run(pair: Pair, run: Run) {
    return run(pair.run(this.#command))
  }
}

/** A fresh target and a fresh model, until the scope ends. */
const pairOf = Effect.fnUntraced(function* ({ kind, model, stopAt, tenant }: FuzzOptions, run: number) {
  const make = Side.ofLayer(model.make("model"))
  const pair = new Pair(yield* Side.ofLayer(kind.make(tenant(run)), stopAt), yield* make, make, kind.isThere)
  yield* pair.seed
  return pair
})

/** Runs commands one after the other on a fresh target and a fresh model, those of them that can run. */
const replay = (options: FuzzOptions, run: number, all: Iterable<Command>) =>
  Effect.gen(function* () {
    const pair = yield* pairOf(options, run)
    for (const command of all) if (pair.canRun(command)) yield* pair.run(command)
    return pair
  }).pipe(Effect.scoped)

/** Leaves out, one by one, what the difference does not need. */
const shortest = Effect.fnUntraced(function* (options: FuzzOptions, nextRun: () => number, found: ReadonlyArray<Done>) {
  let best = found
  for (let index = best.length - 2; index >= 0; index--) {
    const rest = best.toSpliced(index, 1).map(({ command }) => command)
    const { differs, done } = yield* replay(options, nextRun(), rest)
    if (differs) {
      best = done
      index = Math.min(index, best.length - 1)
    }
  }
  return best
})

// what is sent at once comes in another order each time
const mostChecks = 10

/** What is found differs again on a fresh target, or it is no difference. */
const confirmed = Effect.fnUntraced(function* (
  options: FuzzOptions,
  nextRun: () => number,
  found: ReadonlyArray<Done>
) {
  const all = found.map(({ command }) => command)
  const isOrdered = all.every((command) => !("together" in command))
  for (let check = 1; check <= (isOrdered ? 1 : mostChecks); check++) {
    const { differs, done } = yield* replay(options, nextRun(), all)
    if (differs) return done
  }
  options.onFound?.(undefined)
  return yield* new Unsteady({ target: options.kind.name })
})

/** Looks for sequences of commands whose outcomes differ from the model's, up to the first one, which is shrunk. */
export const fuzz = (options: FuzzOptions): Effect.Effect<FuzzResult, unknown> =>
  Effect.gen(function* () {
    let [runs, ran] = [0, 0]
    let found: ReadonlyArray<Done> | undefined
    let broken: Cause.Cause<unknown> | undefined
    let isOver = false
    const nextRun = () => ++runs
    const context = yield* Effect.context()
    const runPromise = Effect.runPromiseWith(context)

    // what went wrong went wrong because of it
    const unlessGone = <A, E, R>(act: Effect.Effect<A, E, R>) =>
      Effect.catchCause(act, (cause) => Effect.andThen(options.kind.isThere, Effect.failCause(cause)))

    const trial = (given: Iterable<fc.AsyncCommand<Pair, Run>>) =>
      Effect.gen(function* () {
        const pair = yield* pairOf(options, nextRun())
        const inScope = Effect.runPromiseWith(yield* Effect.context<Scope.Scope>())
        for (const command of first) if (pair.canRun(command)) yield* pair.run(command)
        yield* Effect.promise(() => fc.asyncModelRun(() => ({ model: pair, real: inScope }), given))
        ran += pair.done.length
        if (pair.differs) {
          found = pair.done
          options.onFound?.(found)
        }
        options.onRun?.(runs)
        return !pair.differs
      }).pipe(Effect.scoped, unlessGone)

    const sequences = fc.oneof(
      ...focuses.map((focus) =>
        fc.commands([commands(options.concurrent, focus).map((command) => new PairCommand(command))], {
          maxCommands: options.commands,
          size: "max",
          disableReplayLog: true
        })
      )
    )
    const property = fc.asyncProperty(sequences, (given) =>
      isOver
        ? Promise.resolve(true)
        : runPromise(
            Effect.matchCause(trial(given), {
              onSuccess: (isEqual) => isEqual,
              onFailure: (cause) => {
                broken = cause
                isOver = true
                return true
              }
            })
          )
    )
    yield* Effect.promise(() => fc.check(property, { seed: options.seed, numRuns: options.runs })).pipe(
      Effect.onInterrupt(() =>
        Effect.sync(() => {
          isOver = true
        })
      )
    )
    if (broken !== undefined) return yield* Effect.failCause(broken)
    const least = found && (yield* unlessGone(shortest(options, nextRun, found)))
    return { runs, commands: ran, found: least && (yield* unlessGone(confirmed(options, nextRun, least))) }
  })
