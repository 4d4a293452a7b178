import { AsyncLocalStorage } from "node:async_hooks"
import { setImmediate } from "node:timers/promises"

import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Tracer from "effect/Tracer"

import type { Running } from "./Event.ts"
import { messageOf } from "./failure.ts"
import { maskerOf } from "./masking.ts"

const thrown = {
  uncaughtException: "An error was thrown where nothing catches it, such as in a timer",
  unhandledRejection: "A promise that nothing waits for was rejected"
} as const

/** An error of a scenario that its effect does not know of. */
export class Uncaught extends Schema.TaggedError<Uncaught>()("Uncaught", { message: Schema.String }) {}

/** Errors that came while a run was under way, but from no scenario that was. */
export class Strayed extends Schema.TaggedError<Strayed>()("Strayed", {
  first: Schema.String,
  owner: Schema.optional(Schema.String),
  further: Schema.Int
}) {
  override get message() {
    const from =
      this.owner === undefined
        ? "It cannot be told which scenario it is of: run them one by one to find it."
        : `It is of ${this.owner}, which had ended: let it wait for all that it begins.`
    return `${this.first}. ${from}${this.further === 0 ? "" : ` ${this.further} more came after it.`}`
  }
}

/** An attempt that an error can be of which nothing catches. */
export interface Owner {
  readonly running: Running
  /** What must not be told of it. */
  readonly secrets: ReadonlyArray<string>
  readonly crash: Deferred.Deferred<never, Uncaught>
}

const current = new AsyncLocalStorage<Owner>()
const underWay = new Set<Owner>()
const known = new Set<string>()

/** Whose code runs now. */
export const currentName = (): string | undefined => current.getStore()?.running.name

const evaluate = "~effect/Effect/evaluate"

/** Marks all that an effect does, what it leaves behind included, as of an attempt. */
const marked = <A, E, R>(act: Effect.Effect<A, E, R>, owner: Owner) =>
  Effect.flatMap(Effect.service(Tracer.Tracer), (outer) =>
    Effect.provideService(
      act,
      Tracer.Tracer,
      Tracer.make({
        span: (options) => outer.span(options),
        context: (primitive, fiber) =>
          current.getStore() === owner
            ? primitive[evaluate](fiber)
            : current.run(owner, () => primitive[evaluate](fiber))
      })
    )
  )

/** Does what an attempt is until an error comes that nothing catches, which it fails with. */
export const untilUncaught = <A, E, R>(act: Effect.Effect<A, E, R>, owner: Owner) =>
  Effect.raceFirst(marked(act, owner), Deferred.await(owner.crash))

/** Takes errors for an attempt until the scope ends; `targets` is what reports must not show of its target. */
export const attributed = (owner: Owner, targets: ReadonlyArray<string>) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      for (const secret of targets) known.add(secret)
      underWay.add(owner)
    }),
    () => Effect.sync(() => underWay.delete(owner))
  )

/** The error that came though what the attempt did has ended: of what it left behind, or of its clean-up. */
export const cameLate = ({ crash }: Owner) =>
  // a rejection is told once nothing else is to be done at once
  Effect.andThen(
    Effect.promise(() => setImmediate()),
    Effect.suspend(() => (Deferred.isDoneUnsafe(crash) ? Deferred.await(crash) : Effect.void))
  )

const ownerOf = (error: unknown) => {
  const stack = error instanceof Error ? (error.stack ?? "") : ""
  const named = [...underWay].filter(({ running }) => stack.includes(running.file))
  return current.getStore() ?? (named.length === 1 ? named[0] : undefined)
}

/**
 * Does something while errors that nothing catches do not end the process: they fail the attempt that they are of, and those of
 * none are what it fails with in the end.
 */
export const during = <A, E, R>(run: Effect.Effect<A, E, R>): Effect.Effect<A, E | Strayed, R> =>
  Effect.suspend(() => {
    let first: { readonly text: string; readonly owner: string | undefined } | undefined
    let further = 0
    const take = (kind: keyof typeof thrown) => (error: unknown) => {
      const owner = ownerOf(error)
      const text = `${thrown[kind]}: ${messageOf(error)}`
      if (owner !== undefined && underWay.has(owner)) {
        const uncaught = new Uncaught({ message: text })
        if (error instanceof Error && error.stack !== undefined) uncaught.stack = error.stack
        return void Deferred.doneUnsafe(owner.crash, Effect.fail(uncaught))
      }
      if (first !== undefined) return void further++
      const secrets = [...known, ...(owner?.secrets ?? []), ...[...underWay].flatMap(({ secrets }) => secrets)]
      first = { text: maskerOf(secrets)(text), owner: owner?.running.name }
    }
    const onRejection = take("unhandledRejection")
    const onException = take("uncaughtException")
    return Effect.acquireUseRelease(
      Effect.sync(() => process.on("unhandledRejection", onRejection).on("uncaughtException", onException)),
      () => run,
      () => Effect.sync(() => process.off("unhandledRejection", onRejection).off("uncaughtException", onException))
    ).pipe(
      Effect.tap(() =>
        first === undefined ? Effect.void : new Strayed({ first: first.text, owner: first.owner, further })
      )
    )
  })
