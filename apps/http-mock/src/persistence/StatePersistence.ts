import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { explainFileError } from "@remote-assist/core/FileError"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"

import { resumeState, stateOf } from "../tenants/Tenant.ts"
import type { Tenants } from "../tenants/Tenants.ts"
import { emptyState } from "./Codec.ts"
import type { StoredState } from "./Codec.ts"
import { acquireLock, checkRegularFile } from "./files.ts"
import * as SnapshotAndLog from "./SnapshotAndLog.ts"
import { UnsavedChange, UnusableState } from "./StateErrors.ts"
import * as StateFile from "./stateFile.ts"

const storedState = ({ all, ended }: Tenants): StoredState => ({
  // before `ended`, as it ends idle tenants
  tenants: new Map(all().map(({ tenant }) => [tenant.name, stateOf(tenant)])),
  ended: ended()
})

/** Reads the state of a snapshot and its log. */
export const read = Effect.fnUntraced(function* (path: string) {
  const { state = emptyState, text } = (yield* StateFile.read(path)) ?? {}
  return yield* SnapshotAndLog.readLog(path, text, state)
})

type Pending = Deferred.Deferred<void, UnsavedChange>

/**
 * Makes a persistence in a file. Its log is compacted at the start and at the end, and in between at `minBytes` bytes at the
 * earliest.
 */
export const make = Effect.fnUntraced(function* (file: string, minBytes?: number) {
  const files = yield* FileSystem.FileSystem
  const queue = yield* Queue.unbounded<Pending>()

  const save = Effect.gen(function* () {
    const written = yield* Deferred.make<void, UnsavedChange>()
    if (!(yield* Queue.offer(queue, written)))
      return yield* new UnsavedChange({ file, reason: "the emulator has ended", outlook: "ended" })
    return yield* Deferred.await(written)
  }).pipe(Effect.orDie)

  const toUnsaved = (error: SnapshotAndLog.NotWritten) =>
    error._tag === "LockLost"
      ? new UnsavedChange({ file, reason: error.message, outlook: "lost" })
      : new UnsavedChange({ file, reason: explainFileError(error, true), outlook: "retried" })

  let isUnsaved = false
  let logged = { message: "", at: 0 }

  /** Logs why changes are not written: once a minute, or when the reason changes. */
  const logUnsaved = Effect.fnUntraced(function* (message: string) {
    const at = yield* Clock.currentTimeMillis
    if (message === logged.message && at < logged.at + 60_000) return
    logged = { message, at }
    yield* Effect.logError(message)
  })

  // after a failure, further changes can still be written
  const compact = ({ compact }: SnapshotAndLog.SnapshotAndLog, tenants: Tenants, isLast = false) =>
    Effect.suspend(() => compact(storedState(tenants))).pipe(
      Effect.mapError(toUnsaved),
      Effect.catchCause((cause) => {
        const reason = Option.match(Cause.findErrorOption(cause), {
          onNone: () => Cause.pretty(cause),
          onSome: ({ reason }) => `${reason}.`
        })
        return isLast && isUnsaved
          ? Effect.logError(`The last changes are lost, as ${file} cannot be written: ${reason}`)
          : Effect.logWarning(`The log of ${file} is not merged into it: ${reason}`)
      })
    )

  const write = Effect.fnUntraced(function* (
    pair: SnapshotAndLog.SnapshotAndLog,
    tenants: Tenants,
    pending: ReadonlyArray<Pending>
  ) {
    const exit = yield* Effect.exit(
      Effect.mapError(
        Effect.suspend(() => pair.write(storedState(tenants))),
        toUnsaved
      )
    )
    isUnsaved = Exit.isFailure(exit)
    if (Exit.isFailure(exit))
      yield* Option.match(Cause.findErrorOption(exit.cause), {
        onNone: () => Effect.logError(exit.cause),
        // its stack says nothing about the disk
        onSome: ({ message }) => logUnsaved(message)
      })
    yield* Effect.forEach(pending, (change) => Deferred.done(change, exit), { discard: true })
  })

  // the changes that arrive during a write are stored together by the next one
  const writeNext = (pair: SnapshotAndLog.SnapshotAndLog, tenants: Tenants) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        yield* write(pair, tenants, yield* restore(Queue.takeAll(queue)))
        if (pair.isLong()) yield* compact(pair, tenants)
      })
    )

  const writeLast = Effect.fnUntraced(function* (pair: SnapshotAndLog.SnapshotAndLog, tenants: Tenants) {
    const pending = yield* Queue.clear(queue)
    yield* Queue.shutdown(queue)
    if (pending.length > 0) yield* write(pair, tenants, pending)
    if (isUnsaved || pair.hasLog()) yield* compact(pair, tenants, true)
  })

  const resume = Effect.fnUntraced(function* (tenants: Tenants) {
    yield* checkRegularFile(file)
    const lease = yield* acquireLock(file)
    yield* checkRegularFile(file, SnapshotAndLog.logPath(lease.path))
    const stored = yield* read(lease.path)
    for (const [name, state] of stored.tenants) resumeState(tenants.get(name), state)
    tenants.resumeEnded(stored.ended)
    return yield* SnapshotAndLog.make(lease, minBytes)
  })

  const writeFirst = (pair: SnapshotAndLog.SnapshotAndLog, tenants: Tenants) =>
    Effect.mapError(
      Effect.suspend(() => pair.compact(storedState(tenants))),
      (error) => new UnusableState({ file, reason: `it cannot be written, as ${toUnsaved(error).reason}` })
    )

  return {
    /** Waits until the file has the current state or a newer one. Dies with an {@link UnsavedChange} if that fails. */
    save,
    /**
     * Restores the tenants from the file. Returns an effect that writes it for the first time; then their changes are stored
     * until the scope closes. Without it the file stays as it is.
     */
    attach: Effect.fnUntraced(function* (tenants: Tenants) {
      const pair = yield* Effect.provideService(resume(tenants), FileSystem.FileSystem, files)
      const started = yield* Deferred.make<void>()
      yield* Effect.addFinalizer(() => writeLast(pair, tenants))
      yield* Effect.forkScoped(Effect.andThen(Deferred.await(started), Effect.forever(writeNext(pair, tenants))))
      return Effect.andThen(writeFirst(pair, tenants), Deferred.succeed(started, undefined))
    })
  }
})

/** Makes a persistence in a file of this machine. */
export const makeNode = (file: string) => Effect.provide(make(file), NodeFileSystem.layer)
