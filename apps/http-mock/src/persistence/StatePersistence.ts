import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FileSystem from "effect/FileSystem"
import * as Queue from "effect/Queue"
import type * as Scope from "effect/Scope"

import type { State } from "../tenants/History.ts"
import * as States from "../tenants/State.ts"
import type { Tenants } from "../tenants/Tenants.ts"
import * as Lock from "./lock.ts"
import { UnsavedChange, UnusableState } from "./StateErrors.ts"
import * as StateFile from "./stateFile.ts"
import { whyRefused } from "./whyRefused.ts"

/** Keeps the states of tenants in a file. */
export interface StatePersistence {
  /** Yields when a state that is as new as the call, or newer, is in the file. */
  readonly save: Effect.Effect<void>
  /** Puts the tenants into the states of the file, and keeps them there until the scope closes. */
  readonly keep: (tenants: Tenants) => Effect.Effect<void, UnusableState, Scope.Scope>
}

const statesOf = ({ all }: Tenants) => all().map(({ tenant }) => [tenant.name, States.of(tenant)] as const)

const load = (tenants: Tenants, [name, state]: readonly [string, State]) => States.resume(tenants.get(name), state)

/** A persistence of the states in a file. */
export const make = Effect.fnUntraced(function* (file: string) {
  const files = yield* FileSystem.FileSystem
  const encode = StateFile.encoder()
  const waiting = yield* Queue.unbounded<Deferred.Deferred<void, UnsavedChange>>()

  const save = Effect.gen(function* () {
    const written = yield* Deferred.make<void, UnsavedChange>()
    if (!(yield* Queue.offer(waiting, written)))
      return yield* new UnsavedChange({ file, reason: "the emulator has ended" })
    return yield* Deferred.await(written)
  }).pipe(Effect.orDie)

  const write = (path: string, tenants: Tenants) =>
    Effect.mapError(
      Effect.suspend(() => StateFile.write(path, encode(statesOf(tenants)))),
      whyRefused
    ).pipe(Effect.provideService(FileSystem.FileSystem, files))

  const clean = (path: string) =>
    Effect.mapError(StateFile.clean(path), whyRefused).pipe(Effect.provideService(FileSystem.FileSystem, files))

  const writeFor = Effect.fnUntraced(function* (
    path: string,
    tenants: Tenants,
    changes: ReadonlyArray<Deferred.Deferred<void, UnsavedChange>>
  ) {
    const exit = yield* Effect.exit(
      Effect.mapError(write(path, tenants), (reason) => new UnsavedChange({ file, reason }))
    )
    if (Exit.isFailure(exit)) yield* Effect.logError(exit.cause)
    yield* Effect.forEach(changes, (change) => Deferred.done(change, exit), { discard: true })
  })

  // changes that came while a write was under way share the next one
  const writeNext = (path: string, tenants: Tenants) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(restore(Queue.takeAll(waiting)), (changes) => writeFor(path, tenants, changes))
    )

  const writeLast = Effect.fnUntraced(function* (path: string, tenants: Tenants) {
    const changes = yield* Queue.clear(waiting)
    yield* Queue.shutdown(waiting)
    if (changes.length > 0) yield* writeFor(path, tenants, changes)
  })

  const persistence: StatePersistence = {
    save,
    keep: Effect.fnUntraced(function* (tenants) {
      const path = yield* Effect.provideService(Lock.hold(file), FileSystem.FileSystem, files)
      const states = yield* Effect.provideService(StateFile.read(path), FileSystem.FileSystem, files)
      for (const state of states) load(tenants, state)
      yield* Effect.mapError(
        Effect.andThen(clean(path), write(path, tenants)),
        (reason) => new UnusableState({ file, reason: `it cannot be written (${reason})` })
      )
      yield* Effect.addFinalizer(() => writeLast(path, tenants))
      yield* Effect.forkScoped(Effect.forever(writeNext(path, tenants)))
    })
  }
  return persistence
})

/** A persistence of the states in a file of this machine. */
export const makeNode = (file: string) => Effect.provide(make(file), NodeFileSystem.layer)
