import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as PlatformError from "effect/PlatformError"

import * as LockOwner from "./LockOwner.ts"

type Found = LockOwner.Found

/** Says of a lock file that is there whether it may be ended. */
export type MayEnd = (found: Found) => boolean

type Step<A> = Effect.Effect<A, PlatformError.PlatformError, FileSystem.FileSystem>

/** Whether the owner has ended; of one that cannot be asked, whether it fell silent. */
export const isAbandoned: MayEnd = ({ isSilent, state }) => state === "ended" || (state === "unknown" && isSilent)

/** As {@link isAbandoned}, and also of an owner that runs but fell silent. */
export const isOverdue: MayEnd = ({ isSilent, state }) => state === "ended" || isSilent

const draftEnd = ".draft"

/** Where an owner writes what is to replace the file. */
export const draftOf = (lock: string, id: string): string => `${lock}.${id}${draftEnd}`

/** The lock file that is the right to end the lock with an id. */
export const rightOf = (lock: string, id: string): string => `${lock}.${id}`

// any user may see who owns a lock
const exclusively = { flag: "wx", mode: 0o644 } as const

// not where there is none, or no file: then the others can tell no more
const isUnreadable = ({ reason: { _tag } }: PlatformError.PlatformError) =>
  _tag !== "NotFound" && _tag !== "BadResource"

// to read from one that is none may never end
const notRegular = (name: string, type: string) =>
  PlatformError.systemError({
    _tag: "BadResource",
    module: "FileSystem",
    method: "readFileString",
    pathOrDescriptor: name,
    description: `it is no regular file but a ${type}: remove it`
  })

const contentOf = Effect.fnUntraced(function* (name: string) {
  const files = yield* FileSystem.FileSystem
  const { type } = yield* files.stat(name)
  if (type !== "File" && type !== "Directory") return yield* notRegular(name, type)
  return yield* files.readFileString(name)
})

/** Reads a lock file; fails if it is unreadable. Its time is read last, so it is never older than its content. */
export const readWhole = (
  name: string,
  textOf: (name: string) => Step<string> = contentOf
): Step<Option.Option<Found>> =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    // a draft names nobody, and can be long
    const content = name.endsWith(draftEnd) ? "" : yield* textOf(name)
    const { mtime } = yield* files.stat(name)
    const now = yield* Clock.currentTimeMillis
    return Option.some(LockOwner.judge(content, Option.match(mtime, { onNone: () => now, onSome: Number }), now))
  }).pipe(Effect.catchReason("PlatformError", "NotFound", () => Effect.succeedNone))

/** As {@link readWhole}, but what cannot be read names nobody. */
export const read = (name: string): Step<Option.Option<Found>> =>
  readWhole(name, (name) => Effect.catchIf(contentOf(name), isUnreadable, () => Effect.succeed("")))

// by the clock that others judge it by: that of the file system may be another, or coarser
const setTime = Effect.fnUntraced(function* (name: string) {
  const files = yield* FileSystem.FileSystem
  const now = new Date(yield* Clock.currentTimeMillis)
  yield* files.utimes(name, now, now)
})

/** Makes a lock file; none where the name is taken. */
export const create = Effect.fnUntraced(function* (lock: string, name: string, number: number) {
  const files = yield* FileSystem.FileSystem
  const owner = yield* LockOwner.make(number)
  const [text, whole] = [JSON.stringify(owner), `${lock}.${owner.id}.new`]
  const write = (name: string) =>
    Effect.andThen(files.writeFileString(name, text, exclusively), Effect.ignore(setTime(name)))
  // a link never replaces, and shows the whole text and its time at once; some file systems have none
  const link = Effect.catchReason(
    files.link(whole, name),
    "PlatformError",
    "AlreadyExists",
    (_, error) => Effect.fail(error),
    () => write(name)
  )
  return yield* write(whole).pipe(
    Effect.andThen(link),
    Effect.as(Option.some(owner)),
    Effect.onError(() => LockOwner.forget(owner.id)),
    Effect.catchReason("PlatformError", "AlreadyExists", () => Effect.succeed(Option.none<LockOwner.LockOwner>())),
    Effect.ensuring(Effect.ignore(files.remove(whole)))
  )
})

// each killed owner of a right leaves one more; deeper than this they are somebody's joke
const deepest = 9

/**
 * Removes a lock file if it is still the one with the id and may be ended. The right to do so is a lock file itself, and
 * named after the id, which no other lock has ever: one at a time has it, judges the lock anew and removes draft, lock
 * and right in this order, so that whoever comes late finds another id. False while somebody else has the right.
 */
export const end = (lock: string, name: string, id: string, mayEnd: MayEnd, depth = 0): Step<boolean> =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const right = rightOf(lock, id)
    const other = yield* read(right)
    if (Option.isSome(other)) {
      // never taken from one that runs: what that one is about to remove would be another's lock by then
      if (depth === deepest || !isAbandoned(other.value)) return false
      if (!(yield* end(lock, right, other.value.id, isAbandoned, depth + 1))) return false
    }
    const own = yield* create(lock, right, 0)
    if (Option.isNone(own)) return false
    return yield* Effect.gen(function* () {
      const found = yield* read(name)
      if (!Option.exists(found, (now) => now.id === id && mayEnd(now))) return true
      yield* files.remove(draftOf(lock, id), { force: true })
      yield* files.remove(name, { force: true })
      return true
    }).pipe(Effect.ensuring(Effect.ignore(files.remove(right))), Effect.ensuring(LockOwner.forget(own.value.id)))
  })

/** Says that the owner with the id still lives. */
export const renew = Effect.fnUntraced(function* (lock: string, id: string) {
  const found = yield* read(lock)
  if (Option.exists(found, (lock) => lock.id === id)) yield* setTime(lock)
})
