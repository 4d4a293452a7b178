import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Random from "effect/Random"

import { slowOperations } from "../compare/latency.ts"
import type { SlowOperation } from "../compare/latency.ts"
import { TargetLost } from "../targets/Target.ts"
import type { TargetKind } from "../targets/Target.ts"
import type { Action, Command, Fields } from "./Command.ts"
import { sequences } from "./generate.ts"
import { administratorLogIn, Ref } from "./KnownValues.ts"
import * as Pair from "./Pair.ts"
import type { CompletedCommand } from "./Pair.ts"
import * as Side from "./Side.ts"

export interface FuzzOptions {
  /** The target. Its clock is stopped at `stopAt`, unless that is undefined. */
  readonly kind: TargetKind
  readonly stopAt: string | undefined
  /** The expected behavior, with a stopped clock. */
  readonly model: TargetKind
  readonly runs: number
  readonly seed: number
  /** The maximum number of commands in a sequence. */
  readonly commands: number
  /** Whether to also send several commands concurrently. */
  readonly concurrent: boolean
  /** How many times as long as on the model an operation may take on the target. Default: times are not compared. */
  readonly maxLatencyRatio?: number | undefined
  /** The name of the tenant of each run. */
  readonly tenant: (run: number) => string
}

/** The progress of the search, also if it ends early. */
export interface Progress {
  runs: number
  commands: number
  /** The shortest sequence with a difference. */
  found: ReadonlyArray<CompletedCommand> | undefined
  /** Whether the target failed only once with the sequence. */
  isIntermittent?: boolean
  slow?: ReadonlyArray<SlowOperation>
}

/** The log-in of the administrator and the list of users, which most commands need. */
const setup: ReadonlyArray<Command> = [
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

type Times = Array<{ readonly operation: string; readonly duration: number }>

/** Measures the calls of a side. */
const timed = (side: Side.Side, times: Times): Side.Side => ({
  ...side,
  call: (request) =>
    Effect.map(Effect.timed(side.call(request)), ([time, reply]) => {
      times.push({ operation: request.operation, duration: Duration.toMillis(time) })
      return reply
    })
})

/** Whether the target failed with a server error, which may come and go. */
const isServerError = (done: ReadonlyArray<CompletedCommand>) =>
  done.some(({ differences }) =>
    differences.some(
      ({ b, kind }) => kind === "status" && Predicate.hasProperty(b, "status") && Number(b.status) >= 500
    )
  )

/** Returns variants of fields without one of them. */
const withoutOne = (fields: Fields = {}): ReadonlyArray<Fields> =>
  Object.keys(fields).map((name) => Object.fromEntries(Object.entries(fields).filter(([other]) => other !== name)))

/** Returns variants of an action that lack a field, or one of several concurrent calls. */
const simplerActions = (action: Action): ReadonlyArray<Action> => {
  if ("together" in action) {
    const { together } = action
    return together.length === 2 ? [] : together.map((_, index) => ({ together: together.toSpliced(index, 1) }))
  }
  return "call" in action
    ? [
        ...withoutOne(action.query).map((query) => ({ ...action, query })),
        ...withoutOne(action.payload).map((payload) => ({ ...action, payload }))
      ]
    : []
}

// concurrent calls may arrive in another order each time
const maxChecks = 10

/**
 * Searches for a sequence of commands whose outcomes differ from those of the model, shortens it and reruns it on a new target.
 */
export const fuzz = Effect.fnUntraced(function* (
  options: FuzzOptions,
  progress: Progress = { runs: 0, commands: 0, found: undefined }
) {
  const { concurrent, kind, model, runs, seed, stopAt, tenant } = options
  const times: { readonly model: Times; readonly target: Times } = { model: [], target: [] }
  const makeModel = Effect.map(Side.makeFromLayer(model.make("model")), (side) => timed(side, times.model))

  /** Runs commands on a new target and a new model. Returns the completed ones if there is a difference. */
  const differing = (commands: ReadonlyArray<Command>) =>
    Effect.gen(function* () {
      progress.runs++
      const target = yield* Side.makeFromLayer(kind.make(tenant(progress.runs)), stopAt)
      const pair = yield* Pair.make(timed(target, times.target), makeModel, kind.checkAlive)
      for (const command of commands) if (pair.canRun(command)) yield* pair.run(command)
      progress.commands += pair.done.length
      if (!pair.differs()) return undefined
      progress.found = pair.done
      return pair.done
    }).pipe(
      Effect.scoped,
      // reports a lost target instead
      Effect.catchCause((cause) => Effect.andThen(kind.checkAlive, Effect.failCause(cause)))
    )

  while (progress.found === undefined && progress.runs < runs) {
    const sequence = Random.withSeed(sequences(options.commands, concurrent), `${seed} ${progress.runs}`)
    yield* differing([...setup, ...(yield* sequence)])
  }
  if (progress.found === undefined) {
    progress.slow = slowOperations(times.model, times.target, options.maxLatencyRatio)
    return progress
  }

  let shortest: ReadonlyArray<CompletedCommand> = progress.found
  const isShorter = (index: number, ...replacement: ReadonlyArray<Command>) =>
    Effect.map(differing(shortest.map(({ command }) => command).toSpliced(index, 1, ...replacement)), (found) => {
      shortest = found ?? shortest
      return found !== undefined
    })
  for (let index = shortest.length - 2; index >= 0; index = Math.min(index, shortest.length - 1) - 1)
    yield* isShorter(index)
  const simplify = Effect.suspend(() =>
    Effect.findFirst(
      shortest.flatMap(({ command }, index) =>
        simplerActions(command).map((action) => ({ index, command: { ...action, uid: command.uid } }))
      ),
      ({ command, index }) => isShorter(index, command)
    )
  )
  while (Option.isSome(yield* simplify)) continue
  const all = shortest.map(({ command }) => command)
  const checks = all.some((command) => "together" in command) ? maxChecks : 1
  progress.found = undefined
  for (let check = 1; check <= checks; check++) if ((yield* differing(all)) !== undefined) return progress
  if (isServerError(shortest)) {
    progress.found = shortest
    progress.isIntermittent = true
    return progress
  }
  return yield* new TargetLost({
    message: `A difference did not appear again on a new tenant: ${kind.name} was restarted or changed by another client. Rerun this when nobody else uses it.`
  })
})
