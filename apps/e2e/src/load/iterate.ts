import * as Client from "@remote-assist/core/Client"
import type { Http } from "@remote-assist/core/Http"
import type { Region } from "@remote-assist/core/Region"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"

import { CurrentRecorder } from "../recorder/Recorder.ts"
import { knownSecrets, TooSlow } from "../runner/Attempt.ts"
import type { Found } from "../runner/discover.ts"
import { failureOf } from "../runner/failure.ts"
import { maskerOf, secretsOf } from "../runner/masking.ts"
import * as Recording from "../runner/recording.ts"
import type { Target } from "../targets/Target.ts"
import type { Ending, Measures } from "./Measures.ts"

/** The reading of a clock in milliseconds, to a part of one. */
export const millisOf = (clock: Clock.Clock): number => Number(clock.monotonicTimeNanosUnsafe()) / 1e6

/** An arrival, and what it is measured with; nothing is measured of warm-up. */
export interface Arrival {
  readonly found: Found
  readonly seed: string
  /** When it was to begin, by {@link millisOf}. */
  readonly intended: number
  /** The same, from the start of what is measured. */
  readonly at: number
  readonly isMeasured: boolean
  readonly measures: Measures
  /** Longest it may take, in seconds. */
  readonly timeout: number
  /** Told where a request was lost. */
  readonly lost: () => void
}

/** Runs a scenario once and measures it, from when it was to begin to the end of what it does: its cleanup is not counted. */
export const iterate = <E>(
  target: Layer.Layer<Target | Region | Http, E>,
  { at, found, intended, isMeasured, lost, measures, seed, timeout }: Arrival
) =>
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    const now = () => millisOf(clock)
    const lag = now() - intended
    const nothing = () => {}
    let end: number | undefined
    const recording = Recording.make({
      now,
      onStep: nothing,
      // later ones follow from an answer: only the first one was due at a time of its own
      onExchange: (exchange) => {
        if (exchange.lost !== undefined) lost()
        if (isMeasured) measures.exchanged(exchange, exchange.id === 0 ? lag : 0)
      }
    })
    const mask = Effect.map(knownSecrets, (known) => maskerOf([...known, ...secretsOf(recording.exchanges)]))
    const endingOf = (exit: Exit.Exit<void, unknown>): Effect.Effect<Ending, never, Target | Region> => {
      if (Exit.isSuccess(exit)) return Effect.succeed({ _tag: "Passed" })
      const { kind, message } = failureOf(exit.cause, found.file)
      return Effect.map(mask, (mask) => ({ _tag: "Failed", failure: { kind, message: mask(message) } }))
    }
    const acted = Effect.onExit(found.scenario.run, () =>
      Effect.sync(() => {
        end = now()
      })
    )
    const performed = Effect.gen(function* () {
      const exit = yield* Effect.scoped(acted).pipe(
        Effect.timeoutOrElse({
          duration: `${timeout} seconds`,
          orElse: () => Effect.fail(new TooSlow({ seconds: timeout }))
        }),
        Random.withSeed(seed),
        Effect.exit
      )
      return yield* endingOf(exit)
    }).pipe(
      Effect.provide(Layer.provideMerge(Client.layer, Recording.layerHttp.pipe(Layer.provideMerge(target))), {
        local: true
      }),
      Effect.provideContext(Context.make(CurrentRecorder, recording.recorder)),
      Effect.catchCause((cause) => {
        const { kind, message } = failureOf(cause, found.file)
        return Effect.succeed<Ending>({ _tag: "Failed", failure: { kind, message } })
      })
    )
    const ending = yield* performed.pipe(
      Effect.onInterrupt(() => Effect.sync(() => isMeasured && measures.ended(at, 0, { _tag: "Unfinished" }))),
      Effect.ensuring(Effect.sync(() => measures.left(recording.leftovers)))
    )
    if (isMeasured) measures.ended(at, (end ?? now()) - intended, ending)
  })
