import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FileSystem from "effect/FileSystem"
import * as Queue from "effect/Queue"
import type * as Scope from "effect/Scope"

import * as Changes from "../tenants/Tenant.ts"
import type { Tenants } from "../tenants/Tenants.ts"
import * as Lock from "./files.ts"
import * as RegularFile from "./files.ts"
import { whyRefused } from "./files.ts"
import * as SnapshotAndLogs from "./SnapshotAndLog.ts"
import * as StateLog from "./SnapshotAndLog.ts"
import type { NotWritten, SnapshotAndLog } from "./SnapshotAndLog.ts"
import { UnsavedChange, UnusableState } from "./StateErrors.ts"
import * as StateFile from "./stateFile.ts"
import { nothing } from "./statesChange.ts"
import type { Kept } from "./statesChange.ts"

/** Keeps the states of tenants in a file. */
export interface StatePersistence {
  /** Yields when a state that is as new as the call, or newer, is in the file. */
  readonly save: Effect.Effect<void>
  /** Puts the tenants into the states of the file, and keeps them there until the scope closes. */
  readonly keep: (tenants: Tenants) => Effect.Effect<void, UnusableState, Scope.Scope>
}

const keptOf = ({ all, ended }: Tenants): Kept => ({
  // first: it ends those that are idle
  tenants: new Map(all().map(({ tenant }) => [tenant.name, Changes.stateOf(tenant)])),
  ended: ended()
})

/** What a snapshot and its log keep. */
export const read = Effect.fnUntraced(function* (path: string) {
  const { kept, text } = (yield* StateFile.read(path)) ?? { kept: nothing, text: "" }
  return yield* StateLog.readLog(path, StateLog.idOf(text), kept)
})

/** A persistence of the states in a file, whose log has at least so many bytes before it is compacted. */
export const make = Effect.fnUntraced(function* (file: string, least?: number) {
  const files = yield* FileSystem.FileSystem
  const waiting = yield* Queue.unbounded<Deferred.Deferred<void, UnsavedChange>>()

  const save = Effect.gen(function* () {
    const written = yield* Deferred.make<void, UnsavedChange>()
    if (!(yield* Queue.offer(waiting, written)))
      return yield* new UnsavedChange({ file, reason: "the emulator has ended", outlook: "ended" })
    return yield* Deferred.await(written)
  }).pipe(Effect.orDie)

  const unsaved = (error: NotWritten) =>
    error._tag === "LockLost"
      ? new UnsavedChange({ file, reason: error.message, outlook: "lost" })
      : new UnsavedChange({ file, reason: whyRefused(error), outlook: "retried" })

  const compact = ({ compact }: SnapshotAndLog, tenants: Tenants) =>
    Effect.suspend(() => compact(keptOf(tenants))).pipe(
      Effect.catchTags({
        LockLost: ({ message }) => Effect.logWarning(`${file} is left as it is: ${message}.`),
        PlatformError: (error) => Effect.logWarning(`${file} stays with its log, which grows: ${whyRefused(error)}.`)
      }),
      // what is wrong with a snapshot is no reason to write no more changes
      Effect.catchDefect((defect) => Effect.logError(`${file} stays with its log, which grows.`, defect))
    )

  const writeFor = Effect.fnUntraced(function* (
    pair: SnapshotAndLog,
    tenants: Tenants,
    changes: ReadonlyArray<Deferred.Deferred<void, UnsavedChange>>
  ) {
    const exit = yield* Effect.exit(
      Effect.mapError(
        Effect.suspend(() => pair.write(keptOf(tenants))),
        unsaved
      )
    )
    if (Exit.isFailure(exit)) yield* Effect.logError(exit.cause)
    yield* Effect.forEach(changes, (change) => Deferred.done(change, exit), { discard: true })
  })

  // changes that came while a write was under way share the next one
  const writeNext = (pair: SnapshotAndLog, tenants: Tenants) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        yield* writeFor(pair, tenants, yield* restore(Queue.takeAll(waiting)))
        if (pair.isLong()) yield* compact(pair, tenants)
      })
    )

  const writeLast = Effect.fnUntraced(function* (pair: SnapshotAndLog, tenants: Tenants) {
    const changes = yield* Queue.clear(waiting)
    yield* Queue.shutdown(waiting)
    if (changes.length > 0) yield* writeFor(pair, tenants, changes)
    if (pair.hasLog()) yield* compact(pair, tenants)
  })

  const begin = Effect.fnUntraced(function* (tenants: Tenants) {
    yield* RegularFile.check(file)
    const lease = yield* Lock.hold(file)
    yield* RegularFile.check(file, StateLog.beside(lease.path))
    const kept = yield* read(lease.path)
    for (const [name, state] of kept.tenants) Changes.resumeState(tenants.get(name), state)
    tenants.resumeEnded(kept.ended)
    const pair = yield* SnapshotAndLogs.make(lease, least)
    yield* Effect.mapError(
      Effect.suspend(() => pair.compact(keptOf(tenants))),
      (error) => new UnusableState({ file, reason: `it cannot be written (${unsaved(error).reason})` })
    )
    return pair
  })

  const persistence: StatePersistence = {
    save,
    keep: Effect.fnUntraced(function* (tenants) {
      const pair = yield* Effect.provideService(begin(tenants), FileSystem.FileSystem, files)
      yield* Effect.addFinalizer(() => writeLast(pair, tenants))
      yield* Effect.forkScoped(Effect.forever(writeNext(pair, tenants)))
    })
  }
  return persistence
})

/** A persistence of the states in a file of this machine. */
export const makeNode = (file: string) => Effect.provide(make(file), NodeFileSystem.layer)
