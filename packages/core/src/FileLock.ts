import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import type * as PlatformError from "effect/PlatformError"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"

import { TaggedError } from "./Errors/tagged.ts"
import * as LockFile from "./internal/lock/LockFile.ts"

// by lock: while a lock is free no file has its number, and a process that saw no number continues from the clock
const highest = new Map<string, number>()

const recordNumber = (lock: string, number: number): void => {
  highest.set(lock, Math.max(number, highest.get(lock) ?? 0))
}

const nextNumber = (lock: string): Effect.Effect<number> =>
  Effect.map(Clock.currentTimeMillis, (now) => Math.max(now, (highest.get(lock) ?? 0) + 1))

/** Removes files that killed processes left beside a lock: unfinished locks, drafts and rights. */
const clean = Effect.fnUntraced(function* (lock: string) {
  const files = yield* FileSystem.FileSystem
  const { folder, name } = LockFile.splitPath(lock)
  const entries = yield* files.readDirectory(folder === "" ? "." : folder)
  for (const entry of entries.filter((entry) => entry.startsWith(`${name}.`))) {
    const [, id = "", kind] = /^([^.]+)(\.new|\.draft)?$/.exec(entry.slice(name.length + 1)) ?? []
    if (!LockFile.idFormat.test(id)) continue
    const leftover = `${folder}${entry}`
    const found = Option.getOrUndefined(yield* LockFile.read(leftover))
    if (found === undefined || !LockFile.isAbandoned(found)) continue
    yield* kind === undefined
      ? LockFile.end(lock, leftover, found.id, LockFile.isAbandoned)
      : files.remove(leftover, { force: true })
  }
})

/**
 * Another process, or another fiber of this one, has the lock. The error names process and machine if the lock file does.
 * `state` is `unknown` for a process of another machine, or one that the file does not name: it may have ended.
 */
export class LockHeld extends TaggedError<LockHeld>()("LockHeld", {
  lock: Schema.String,
  state: Schema.Literals(["running", "unknown"]),
  pid: Schema.optionalKey(Schema.Int),
  host: Schema.optionalKey(Schema.String)
}) {
  override get message() {
    const owner = this.pid === undefined ? "an unnamed process" : `process ${this.pid}`
    const sentence = `${this.lock} is held by ${owner}${this.host === undefined ? "" : ` on ${this.host}`}`
    return this.state === "running"
      ? `${sentence}. Wait until it is released, or end that process`
      : `${sentence}, which may have ended. The lock is taken over a minute after its last renewal; remove the lock file to take it now`
  }
}

/**
 * The owner lost the lock, and nothing is written under it. `taken`: another process took it over because it was not
 * renewed for a minute. `gone`: the lock file is missing, as that process released the lock already, or somebody removed it.
 */
export class LockLost extends TaggedError<LockLost>()("LockLost", {
  lock: Schema.String,
  state: Schema.Literals(["taken", "gone"]),
  pid: Schema.optionalKey(Schema.Int),
  host: Schema.optionalKey(Schema.String)
}) {
  override get message() {
    if (this.state === "gone")
      return `${this.lock} is gone: another process took it over and released it, or it was removed by hand`
    const by = this.pid === undefined ? "another process" : `process ${this.pid}`
    return `${this.lock} was taken over by ${by}${this.host === undefined ? "" : ` on ${this.host}`}`
  }
}

type Checked = Effect.Effect<void, LockLost | PlatformError.PlatformError>

/** An acquired lock, and the operations on its file. */
export interface Lease {
  /** Path of the file itself, with symbolic links resolved. */
  readonly path: string
  /** Higher than that of every earlier owner, unless a clock was set back while the lock was free. */
  readonly number: number
  /** Fails if the lock was lost. */
  readonly verify: Checked
  /**
   * Replaces the file atomically, flushed to the disk and readable by its owner only. With a suffix it replaces the file
   * beside it, whose name ends with the suffix. Fails if the lock was lost, even if the process was stopped meanwhile.
   */
  readonly replace: (content: string | Uint8Array, suffix?: string) => Checked
  /** Removes the file if it exists. Fails if the lock was lost. */
  readonly remove: Checked
}

interface OwnLock {
  readonly lease: Lease
  readonly isReleased: () => boolean
}

/** The locks of the running fiber, by the paths of their files. */
const OwnLocks = Context.Reference<ReadonlyMap<string, OwnLock>>("@remote-assist/core/FileLock/Held", {
  defaultValue: () => new Map()
})

// another process is acquiring or removing the lock: its owner is known in a moment
class Contended extends TaggedError<Contended>()("Contended", { lock: Schema.String }) {}

const pollFor = (duration: Duration.Input) => Schedule.spaced("20 millis").pipe(Schedule.upTo({ duration }))

const ownerOf = ({ host, pid }: LockFile.Found) => ({
  ...(pid !== undefined && { pid }),
  ...(host !== undefined && { host })
})

const lostTo = (lock: string, found: LockFile.Found | undefined) =>
  new LockLost(found === undefined ? { lock, state: "gone" } : { lock, state: "taken", ...ownerOf(found) })

// a folder that cannot be opened is flushed by its file system alone
const syncFolder = (files: FileSystem.FileSystem, folder: string) =>
  Effect.ignore(Effect.scoped(Effect.flatMap(files.open(folder, { flag: "r" }), ({ sync }) => sync)))

const pause = "20 millis"

// about a second: a stopped process that has the right may end the lock at any moment
const maxTries = 50

/** Makes the operations on the file of the lock owner `id`. */
const makeOperations = Effect.fnUntraced(function* (path: string, lock: string, id: string) {
  const files = yield* FileSystem.FileSystem
  const oneByOne = yield* Semaphore.make(1)
  const draft = LockFile.draftPath(lock, id)
  const right = LockFile.rightPath(lock, id)

  const check = (tries: number): Effect.Effect<void, LockLost | PlatformError.PlatformError, FileSystem.FileSystem> =>
    Effect.gen(function* () {
      // in this order: a process that ends the lock has the right before it removes the lock, and until after
      const ending = Option.getOrUndefined(yield* LockFile.readStrict(right))
      const found = Option.getOrUndefined(yield* LockFile.readStrict(lock))
      if (found?.id !== id) return yield* lostTo(lock, found ?? ending)
      if (ending === undefined) return
      if (tries === 0) return yield* lostTo(lock, ending)
      // a killed process ends nothing; a process that came while the lock was renewed leaves it
      if (LockFile.isAbandoned(ending)) yield* LockFile.end(lock, right, ending.id, LockFile.isAbandoned)
      else yield* Effect.sleep(pause)
      return yield* check(tries - 1)
    })

  const verify = Effect.provideService(check(maxTries), FileSystem.FileSystem, files)

  const write = Effect.fnUntraced(function* (content: Uint8Array) {
    // a draft remains if the disk failed before
    yield* files.remove(draft, { force: true })
    const opened = yield* files.open(draft, { flag: "wx", mode: 0o600 })
    yield* opened.writeAll(content)
    yield* opened.sync
  }, Effect.scoped)

  return {
    verify,
    // in this order: a process that ends the lock removes the draft first, so a late rename has no file to rename
    replace: (content: string | Uint8Array, suffix = "") =>
      oneByOne.withPermit(
        write(typeof content === "string" ? new TextEncoder().encode(content) : content).pipe(
          Effect.andThen(verify),
          Effect.andThen(Effect.tapError(files.rename(draft, `${path}${suffix}`), () => verify)),
          Effect.onError(() => Effect.ignore(files.remove(draft, { force: true }))),
          Effect.andThen(syncFolder(files, LockFile.splitPath(path).folder)),
          Effect.uninterruptible
        )
      ),
    remove: Effect.andThen(
      verify,
      Effect.suspend(() => files.remove(path, { force: true }))
    )
  }
})

const acquire = Effect.fnUntraced(function* (lock: string, mayEnd: LockFile.MayEnd) {
  const found = Option.getOrUndefined(yield* LockFile.read(lock))
  if (found !== undefined) {
    const { id, number = 0 } = found
    recordNumber(lock, number)
    if (!mayEnd(found))
      return yield* new LockHeld({
        lock,
        state: found.state === "running" ? "running" : "unknown",
        ...ownerOf(found)
      })
    if (!(yield* LockFile.end(lock, lock, id, mayEnd))) return yield* new Contended({ lock })
  }
  const owner = yield* LockFile.create(lock, lock, yield* nextNumber(lock))
  if (Option.isNone(owner)) return yield* new Contended({ lock })
  // again: other owners may have come and gone since the number in the file was made
  const number = yield* nextNumber(lock)
  recordNumber(lock, number)
  return { id: owner.value.id, number, isTakenOver: found !== undefined }
})

const take = Effect.fnUntraced(function* (path: string, mayEnd: LockFile.MayEnd) {
  const lock = `${path}.lock`
  const { id, isTakenOver, number } = yield* acquire(lock, mayEnd)
  let isReleased = false
  yield* Effect.addFinalizer(() => {
    isReleased = true
    return LockFile.end(lock, lock, id, (found) => found.id === id).pipe(
      Effect.repeat({ until: (isEnded) => isEnded, schedule: pollFor("1 second") }),
      Effect.exit,
      Effect.flatMap((exit) => LockFile.forget(id, Exit.isSuccess(exit)))
    )
  })
  if (isTakenOver) yield* Effect.ignore(clean(lock))
  yield* LockFile.renew(lock, id).pipe(
    Effect.ignore,
    Effect.delay(LockFile.lease / 3),
    Effect.forever,
    Effect.forkScoped
  )
  const operations = yield* makeOperations(path, lock, id)
  const own: OwnLock = { lease: { path, number, ...operations }, isReleased: () => isReleased }
  return own
}, Effect.uninterruptible)

const heldByUnnamed = ({ lock }: Contended) => Effect.fail(new LockHeld({ lock, state: "running" }))

/**
 * Holds the lock of a file until the scope closes. Fails with {@link LockHeld} while a process, this one too, has the lock:
 * immediately if that process runs, or after `timeout` (default 0) if its state is unknown. An unknown process loses the lock a
 * minute after its last renewal. So does a process that is stopped, but only to {@link exclusive} if the system shows its start.
 */
export const hold = (
  path: string,
  { timeout = 0 }: { readonly timeout?: Duration.Input } = {}
): Effect.Effect<Lease, LockHeld | PlatformError.PlatformError, FileSystem.FileSystem | Scope.Scope> =>
  Effect.flatMap(LockFile.resolveLinks(path), (path) => take(path, LockFile.isAbandoned)).pipe(
    Effect.retry({ while: ({ _tag }) => _tag === "Contended", schedule: pollFor("1 second") }),
    Effect.catchTag("Contended", heldByUnnamed),
    Effect.retry({
      while: (error) => error._tag === "LockHeld" && error.state === "unknown",
      schedule: pollFor(timeout)
    }),
    Effect.map(({ lease }) => lease)
  )

/**
 * Runs an effect while no other process, and no other fiber of this one, has the lock of the file. A nested call runs under
 * the same lock. Fails with {@link LockHeld} after `timeout` (default 70 seconds). An owner that did not renew its lock for a
 * minute, because it was stopped, may lose it.
 */
export const exclusive = Effect.fnUntraced(function* <A, E, R>(
  file: string,
  use: (lease: Lease) => Effect.Effect<A, E, R>,
  options: { readonly timeout?: Duration.Input } = {}
) {
  const ownLocks = yield* OwnLocks
  const path = yield* LockFile.resolveLinks(file)
  const own = ownLocks.get(path)
  if (own !== undefined && !own.isReleased()) return yield* use(own.lease)
  const acquired = take(path, LockFile.isOverdue).pipe(
    Effect.retry({
      while: ({ _tag }) => _tag !== "PlatformError",
      schedule: pollFor(options.timeout ?? "70 seconds")
    }),
    Effect.catchTag("Contended", heldByUnnamed)
  )
  return yield* Effect.scopedWith((scope) =>
    Effect.flatMap(Scope.provide(acquired, scope), (own) =>
      Effect.provideService(use(own.lease), OwnLocks, new Map(ownLocks).set(path, own))
    )
  )
})
