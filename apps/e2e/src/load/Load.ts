import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"

import type { Found } from "../runner/discover.ts"
import { Target } from "../targets/Target.ts"
import type { TargetKind } from "../targets/Target.ts"
import { arrivals } from "./arrivals.ts"
import type { Shape } from "./arrivals.ts"
import { iterate, millisOf } from "./iterate.ts"
import * as Measures from "./Measures.ts"

/** The target lacks what the scenario needs; nothing was sent. */
export class NotOffered extends Schema.TaggedError<NotOffered>()("NotOffered", {
  target: Schema.String,
  missing: Schema.Array(Schema.String)
}) {
  override get message() {
    return `Nothing was sent: ${this.target} offers no ${this.missing.join(", ")}, which the scenario needs.`
  }
}

/** How to put a target under load. */
export interface LoadOptions {
  /** Tells it from others. */
  readonly id: string
  readonly found: Found
  readonly kind: TargetKind
  /** How many arrivals a second. */
  readonly rate: number
  readonly shape: Shape
  /** In milliseconds, each. */
  readonly duration: number
  readonly warmUp: number
  /** How many may be under way; an arrival beyond is dropped. */
  readonly maxInFlight: number
  readonly seed: number
  /** Longest that an iteration may take, in seconds. */
  readonly timeout: number
  /** Whether each iteration has a tenant of its own. */
  readonly isolate: boolean
}

/** What load measured so far. */
export interface Loaded {
  readonly measures: Measures.Measures
  /** The machine's time, in milliseconds. */
  readonly startedAt: number
  /** How much of the time there was, in milliseconds, without warm-up. */
  readonly elapsed: () => number
  readonly inFlight: () => number
}

/** Who hears of a load while it goes on. */
export interface Heard {
  readonly begun: (loaded: Loaded) => void
  /** Called every quarter of a second. */
  readonly goesOn: (loaded: Loaded) => void
  /** Called once, also when it is interrupted: with what was measured until then, once all is cleaned up. */
  readonly ended: (loaded: Loaded, wasInterrupted: boolean) => void
}

const sleepUntil = (time: number, now: () => number) =>
  Effect.gen(function* () {
    // a timer knows whole milliseconds, and may be early
    for (let wait = time - now(); wait > 0; wait = time - now()) yield* Effect.sleep(Math.ceil(wait))
  })

const targetOf = Effect.fnUntraced(function* ({ found, id, isolate, kind }: LoadOptions) {
  const context = yield* Layer.build(kind.make(`e2e-${id}`))
  const missing = found.scenario.needs.filter((need) => !Context.get(context, Target).offers.includes(need))
  if (missing.length > 0) return yield* new NotOffered({ target: kind.name, missing })
  if (isolate) return (index: number) => kind.make(`e2e-${id}-${index}`)
  const shared = Layer.succeedContext(context)
  return () => shared
})

/**
 * Lets a scenario begin at times that are fixed in advance, however slow the target is, and measures each from when it was to
 * begin. Interrupted, those under way clean up first; so they do where the target is gone, and it fails.
 */
export const load = (options: LoadOptions, { begun, ended, goesOn }: Heard) =>
  Effect.gen(function* () {
    const { duration, found, maxInFlight, rate, seed, shape, timeout, warmUp } = options
    const clock = yield* Clock.Clock
    const now = () => millisOf(clock)
    const target = yield* targetOf(options)
    const times = yield* arrivals({ rate, shape, length: warmUp + duration, seed: `${seed} arrivals` })
    const measures = Measures.make(duration)
    const startedAt = yield* Clock.currentTimeMillis
    const start = now()
    let inFlight = 0
    let isLost = false
    const loaded: Loaded = {
      measures,
      startedAt,
      elapsed: () => Math.max(0, Math.min(duration, now() - start - warmUp)),
      inFlight: () => inFlight
    }
    begun(loaded)

    const generate = Effect.gen(function* () {
      const underWay = yield* FiberSet.make()
      let index = 0
      for (const time of times) {
        yield* sleepUntil(start + time, now)
        const isMeasured = time >= warmUp
        const at = time - warmUp
        if (isMeasured) measures.due(at)
        if (inFlight >= maxInFlight) {
          if (isMeasured) measures.drop(at)
          continue
        }
        inFlight++
        const arrival = {
          found,
          seed: `${seed} ${found.name} ${index}`,
          intended: start + time,
          at,
          isMeasured,
          measures,
          timeout,
          lost: () => {
            isLost = true
          }
        }
        yield* FiberSet.run(
          underWay,
          Effect.ensuring(
            iterate(target(index++), arrival),
            Effect.sync(() => inFlight--)
          )
        )
      }
      yield* sleepUntil(start + warmUp + duration, now)
      yield* FiberSet.awaitEmpty(underWay)
    }).pipe(Effect.scoped)

    // one that is silent may be what the load has made of it
    const look = Effect.gen(function* () {
      if (!isLost) return
      isLost = false
      yield* Effect.catchIf(
        options.kind.isThere,
        ({ isSilent }) => isSilent,
        () => Effect.void
      )
    })
    const draw = Effect.delay(
      Effect.sync(() => goesOn(loaded)),
      "250 millis"
    )

    const watched = Effect.raceFirst(
      Effect.andThen(generate, look),
      Effect.raceFirst(Effect.forever(draw), Effect.forever(Effect.delay(look, "1 second")))
    )
    yield* watched.pipe(Effect.onExit((exit) => Effect.sync(() => ended(loaded, exit._tag === "Failure"))))
    return loaded
  }).pipe(Effect.scoped)
