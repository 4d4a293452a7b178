import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import type * as PlatformError from "effect/PlatformError"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"

import { TaggedError } from "./Errors/tagged.ts"
import * as Guarded from "./internal/lock/guarded.ts"
import * as LockFile from "./internal/lock/lockFile.ts"
import * as LockOwner from "./internal/lock/LockOwner.ts"
import * as Paths from "./internal/lock/paths.ts"

// of each lock: no file has it while nobody holds the lock, and who saw none goes on from the clock
const highest = new Map<string, number>()

/** Takes note of the number of an owner of a lock. */
const see = (lock: string, number: number): void => {
  highest.set(lock, Math.max(number, highest.get(lock) ?? 0))
}

/** The number of who takes a lock now. */
const next = (lock: string): Effect.Effect<number> =>
  Effect.map(Clock.currentTimeMillis, (now) => Math.max(now, (highest.get(lock) ?? 0) + 1))

/** Removes what killed processes left beside a lock: files that became no lock or no text, and rights. */
const clean = Effect.fnUntraced(function* (lock: string) {
  const files = yield* FileSystem.FileSystem
  const { folder, name } = Paths.split(lock)
  const entries = yield* files.readDirectory(folder === "" ? "." : folder)
  for (const entry of entries.filter((entry) => entry.startsWith(`${name}.`))) {
    const [, id = "", kind] = /^([^.]+)(\.new|\.draft)?$/.exec(entry.slice(name.length + 1)) ?? []
    if (!LockOwner.idForm.test(id)) continue
    const remains = `${folder}${entry}`
    const found = Option.getOrUndefined(yield* LockFile.read(remains))
    if (found === undefined || !LockFile.isAbandoned(found)) continue
    yield* kind === undefined
      ? LockFile.end(lock, remains, found.id, LockFile.isAbandoned)
      : files.remove(remains, { force: true })
  }
})

/**
 * Somebody else holds the lock: a process, by its id and machine as far as the lock file names them. Whether one of
 * another machine, or that the file does not name, still runs is unknown here.
 */
export class LockHeld extends TaggedError<LockHeld>()("LockHeld", {
  lock: Schema.String,
  state: Schema.Literals(["running", "unknown"]),
  pid: Schema.optionalKey(Schema.Int),
  host: Schema.optionalKey(Schema.String)
}) {
  override get message() {
    const owner = this.pid === undefined ? "a process that it does not name" : `process ${this.pid}`
    const held = `${this.lock} is held by ${owner}${this.host === undefined ? "" : ` on ${this.host}`}`
    return this.state === "running"
      ? held
      : `${held}, and whether that still runs cannot be told from here. It is taken over a minute after its last sign of life; remove the lock file to do so now`
  }
}

/**
 * The lock is its owner's no more, and nothing is written under it: it was `taken` over, by a process that is named as
 * far as it is known, because it had not been renewed for a minute. Or its file is `gone`: that process gave the lock
 * back already, or somebody removed it by hand.
 */
export class LockLost extends TaggedError<LockLost>()("LockLost", {
  lock: Schema.String,
  state: Schema.Literals(["taken", "gone"]),
  pid: Schema.optionalKey(Schema.Int),
  host: Schema.optionalKey(Schema.String)
}) {
  override get message() {
    if (this.state === "gone")
      return `${this.lock} is gone: another process took it over and gave it back, or it was removed by hand`
    const by = this.pid === undefined ? "another process" : `process ${this.pid}`
    return `${this.lock} was taken over by ${by}${this.host === undefined ? "" : ` on ${this.host}`}`
  }
}

type Checked = Effect.Effect<void, LockLost | PlatformError.PlatformError>

/** A lock that is held, and what can be done to its file then. */
export interface Lease {
  /** Path of the file itself, where that given was a symbolic link. */
  readonly path: string
  /** Above that of every owner before, unless a clock was set back while nobody held the lock. */
  readonly number: number
  /** Fails when the lock was taken over, or is gone. */
  readonly verify: Checked
  /**
   * Replaces the file, or with a suffix the one beside it whose name ends so, by one with this content, as a whole and
   * flushed to the disk, that only its owner can read. Not when the lock was lost, at whatever moment of this the process
   * stood still meanwhile.
   */
  readonly replace: (content: string | Uint8Array, suffix?: string) => Checked
  /** Removes the file if there is one, unless the lock was lost before. */
  readonly remove: Checked
}

interface Own {
  readonly lease: Lease
  readonly isOver: () => boolean
}

/** The locks that the running fiber holds, by the paths of their files. */
const Held = Context.Reference<ReadonlyMap<string, Own>>("@remote-assist/core/FileLock/Held", {
  defaultValue: () => new Map()
})

// somebody else was faster, or is removing the lock: who has it then shows in a moment
class Passing extends TaggedError<Passing>()("Passing", { lock: Schema.String }) {}

const pollFor = (duration: Duration.Input) => Schedule.spaced("20 millis").pipe(Schedule.upTo({ duration }))

const ownerOf = ({ host, pid }: LockOwner.Found) => ({
  ...(pid !== undefined && { pid }),
  ...(host !== undefined && { host })
})

const lostTo = (lock: string, found: LockOwner.Found | undefined) =>
  new LockLost(found === undefined ? { lock, state: "gone" } : { lock, state: "taken", ...ownerOf(found) })

const acquire = Effect.fnUntraced(function* (lock: string, mayEnd: LockFile.MayEnd) {
  const found = Option.getOrUndefined(yield* LockFile.read(lock))
  if (found !== undefined) {
    const { id, number = 0 } = found
    see(lock, number)
    if (!mayEnd(found))
      return yield* new LockHeld({
        lock,
        state: found.state === "running" ? "running" : "unknown",
        ...ownerOf(found)
      })
    if (!(yield* LockFile.end(lock, lock, id, mayEnd))) return yield* new Passing({ lock })
  }
  const owner = yield* LockFile.create(lock, lock, yield* next(lock))
  if (Option.isNone(owner)) return yield* new Passing({ lock })
  // again: others may have come and gone since the number in the file was made
  const number = yield* next(lock)
  see(lock, number)
  return { id: owner.value.id, number, isBroken: found !== undefined }
})

const take = Effect.fnUntraced(function* (path: string, mayEnd: LockFile.MayEnd) {
  const lock = `${path}.lock`
  const { id, isBroken, number } = yield* acquire(lock, mayEnd)
  let isOver = false
  yield* Effect.addFinalizer(() => {
    isOver = true
    return LockFile.end(lock, lock, id, (found) => found.id === id).pipe(
      Effect.repeat({ until: (isEnded) => isEnded, schedule: pollFor("1 second") }),
      Effect.ignore,
      Effect.ensuring(LockOwner.forget(id))
    )
  })
  if (isBroken) yield* Effect.ignore(clean(lock))
  yield* LockFile.renew(lock, id).pipe(
    Effect.ignore,
    Effect.delay(LockOwner.lease / 3),
    Effect.forever,
    Effect.forkScoped
  )
  const guarded = yield* Guarded.make(path, lock, id, (found) => lostTo(lock, found))
  const own: Own = { lease: { path, number, ...guarded }, isOver: () => isOver }
  return own
}, Effect.uninterruptible)

const unnamed = ({ lock }: Passing) => Effect.fail(new LockHeld({ lock, state: "running" }))

/**
 * Holds the lock of a file until the scope closes. Fails with {@link LockHeld} while a process holds it, this one too:
 * at once if that one runs; if that is unknown, after `timeout`, none unless set. The lock of one of which that is
 * unknown is taken a minute after its last sign of life, that of one that runs and stands still by {@link exclusive} only.
 */
export const hold = (
  path: string,
  { timeout = 0 }: { readonly timeout?: Duration.Input } = {}
): Effect.Effect<Lease, LockHeld | PlatformError.PlatformError, FileSystem.FileSystem | Scope.Scope> =>
  Effect.flatMap(Paths.behindLinks(path), (path) => take(path, LockFile.isAbandoned)).pipe(
    Effect.retry({ while: ({ _tag }) => _tag === "Passing", schedule: pollFor("1 second") }),
    Effect.catchTag("Passing", unnamed),
    Effect.retry({
      while: (error) => error._tag === "LockHeld" && error.state === "unknown",
      schedule: pollFor(timeout)
    }),
    Effect.map(({ lease }) => lease)
  )

/**
 * Runs an effect while no other process, and no other fiber of this one, holds the lock of the file. Inside of such an
 * effect it runs under the lock that is held. Waits for `timeout`, 70 seconds unless set, and then fails with
 * {@link LockHeld}. An owner that has not renewed its lock for a minute, because it stood still, may lose it.
 */
export const exclusive = Effect.fnUntraced(function* <A, E, R>(
  given: string,
  use: (lease: Lease) => Effect.Effect<A, E, R>,
  options: { readonly timeout?: Duration.Input } = {}
) {
  const held = yield* Held
  const path = yield* Paths.behindLinks(given)
  const own = held.get(path)
  if (own !== undefined && !own.isOver()) return yield* use(own.lease)
  const taken = take(path, LockFile.isOverdue).pipe(
    Effect.retry({
      while: ({ _tag }) => _tag !== "PlatformError",
      schedule: pollFor(options.timeout ?? "70 seconds")
    }),
    Effect.catchTag("Passing", unnamed)
  )
  return yield* Effect.scopedWith((scope) =>
    Effect.flatMap(Scope.provide(taken, scope), (own) =>
      Effect.provideService(use(own.lease), Held, new Map(held).set(path, own))
    )
  )
})
