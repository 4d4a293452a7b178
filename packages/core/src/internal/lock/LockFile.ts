import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as PlatformError from "effect/PlatformError"
import * as Predicate from "effect/Predicate"
import * as Random from "effect/Random"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

// core also runs without processes, in browsers: what the runtime lacks is undefined
const runtime = (): unknown => Reflect.get(globalThis, "process")

const call = (target: unknown, name: string, ...args: ReadonlyArray<unknown>): Result.Result<unknown, unknown> =>
  Result.try((): unknown => Reflect.apply(Reflect.get(Object(target), name), target, args))

const ownProperty = (name: string): unknown => Reflect.get(Object(runtime()), name)

const ownPid = (): number | undefined => {
  const pid = ownProperty("pid")
  return Predicate.isNumber(pid) ? pid : undefined
}

/** Calls a function of a built-in module; returns its text, or "" if it fails. */
const ask = (module: string, name: string, ...args: ReadonlyArray<unknown>): string =>
  Result.flatMap(call(runtime(), "getBuiltinModule", module), (target) => call(target, name, ...args)).pipe(
    Result.match({ onFailure: () => "", onSuccess: (text) => String(text).trim() })
  )

const ownHost = (): string | undefined => ask("os", "hostname") || undefined

/** State of a process, and its start in ticks since the machine started. Only Linux shows them in a file. */
const statOf = (pid: number) =>
  /^.*\) (?<state>.) (?:\S+ ){18}(?<ticks>\d+) /s.exec(ask("fs", "readFileSync", `/proc/${pid}/stat`, "utf8"))?.groups

/** Whether no running process of this machine has the id. A process that may not be signalled runs. */
const hasEnded = (pid: number): boolean =>
  Result.match(call(runtime(), "kill", pid, 0), {
    onFailure: (error) => Predicate.hasProperty(error, "code") && error.code === "ESRCH",
    // a killed process that its parent has not reaped yet
    onSuccess: () => /[ZX]/.test(statOf(pid)?.["state"] ?? "")
  })

const startOnLinux = (pid: number): string | undefined => {
  const ticks = statOf(pid)?.["ticks"]
  const boot = ask("fs", "readFileSync", "/proc/sys/kernel/random/boot_id", "utf8")
  return ticks === undefined || boot === "" ? undefined : `${boot} ${ticks}`
}

const psOptions = { encoding: "utf8", env: { LC_ALL: "C", TZ: "UTC" }, stdio: ["ignore", "pipe", "ignore"] }

const startOnMacOS = (pid: number): string | undefined =>
  ownProperty("platform") === "darwin"
    ? ask("child_process", "execFileSync", "/bin/ps", ["-o", "lstart=", "-p", String(pid)], psOptions) || undefined
    : undefined

/** When a process started, unaffected by changes of the clock. Undefined if the system does not say. */
export const startOf = (pid: number): string | undefined => startOnLinux(pid) ?? startOnMacOS(pid)

let ownStart: string | undefined

/** Milliseconds after which a lock that was not renewed may be doubted. */
export const lease = 60_000

/** The format of owner ids, which are part of file names. */
export const idFormat = /^(?:\d{1,10}-[0-9a-z]{1,20}-[0-9a-z]{1,20}|at-?\d{1,20})$/

/** The owner that a lock file names. */
const Owner = Schema.Struct({
  id: Schema.String.check(Schema.isPattern(idFormat)),
  number: Schema.Int,
  pid: Schema.optional(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2 ** 31 - 1 }))),
  host: Schema.optional(Schema.String),
  started: Schema.optional(Schema.String)
})
type Owner = typeof Owner.Type

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Owner))

let ownerCount = 0

// the owners of this process, whose state needs no question to the system
const owners = new Map<string, "running" | "ended">()

/** Records that an owner released its lock, or got none; `isRemoved` says whether its lock file is gone. */
export const forget = (id: string, isRemoved = true): Effect.Effect<void> =>
  Effect.sync(() => (isRemoved ? owners.delete(id) : owners.set(id, "ended")))

const makeOwner = Effect.fnUntraced(function* (number: number) {
  const random = yield* Random.nextIntBetween(0, Number.MAX_SAFE_INTEGER)
  const pid = ownPid()
  ownStart ??= pid === undefined ? undefined : startOf(pid)
  const id = `${pid ?? 0}-${(ownerCount++).toString(36)}-${random.toString(36)}`
  const owner: Owner = { id, number, pid, host: ownHost(), started: ownStart }
  owners.set(id, "running")
  return owner
})

/** An existing lock file. `isSilent` says that it was not renewed for a lease. */
export interface Found extends Partial<Owner> {
  readonly id: string
  readonly state: "ended" | "running" | "unknown"
  readonly isSilent: boolean
}

const stateOf = ({ host, id, pid, started }: Owner, isSilent: boolean): Found["state"] => {
  const own = owners.get(id)
  if (own !== undefined) return own
  if (pid === undefined || host !== ownHost()) return "unknown"
  if (hasEnded(pid)) return "ended"
  // process ids are reused; starting ps for each look at a renewed lock costs too much
  const start = isSilent ? startOf(pid) : startOnLinux(pid)
  if (started !== undefined && start !== undefined) return started === start ? "running" : "ended"
  return isSilent ? "unknown" : "running"
}

/** Parses the content of a lock file that was last renewed at the given time. */
export const parse = (content: string, renewedAt: number, now: number): Found => {
  // a future time comes from a clock that was set back since, or from a copied file
  const isSilent = Math.abs(now - renewedAt) > lease
  return Option.match(decode(content), {
    onNone: () => ({ id: `at${renewedAt}`, isSilent, state: "unknown" }),
    onSome: (owner) => ({ ...owner, isSilent, state: stateOf(owner, isSilent) })
  })
}

/** Whether an existing lock may be ended. */
export type MayEnd = (found: Found) => boolean

type Step<A> = Effect.Effect<A, PlatformError.PlatformError, FileSystem.FileSystem>

/** Whether the owner has ended, or is unknown and silent. */
export const isAbandoned: MayEnd = ({ isSilent, state }) => state === "ended" || (state === "unknown" && isSilent)

/** Whether the owner has ended or is silent, even if it runs. */
export const isOverdue: MayEnd = ({ isSilent, state }) => state === "ended" || isSilent

const draftSuffix = ".draft"

/** The file in which an owner writes the new content. */
export const draftPath = (lock: string, id: string): string => `${lock}.${id}${draftSuffix}`

/** The lock file that grants the right to end the lock with an id. */
export const rightPath = (lock: string, id: string): string => `${lock}.${id}`

// every user may read who owns a lock
const exclusively = { flag: "wx", mode: 0o644 } as const

// a missing file, or a special file, is reported
const isUnreadable = ({ reason: { _tag } }: PlatformError.PlatformError) =>
  _tag !== "NotFound" && _tag !== "BadResource"

// reading a special file may never end
const notRegular = (name: string, type: string) =>
  PlatformError.systemError({
    _tag: "BadResource",
    module: "FileSystem",
    method: "readFileString",
    pathOrDescriptor: name,
    description: `it is a ${type}, not a regular file: remove it`
  })

const readText = Effect.fnUntraced(function* (name: string) {
  const files = yield* FileSystem.FileSystem
  const { type } = yield* files.stat(name)
  if (type !== "File" && type !== "Directory") return yield* notRegular(name, type)
  return yield* files.readFileString(name)
})

/** Reads a lock file; fails if it is unreadable. Its time is read last, so it is never older than its content. */
export const readStrict = (name: string, text: (name: string) => Step<string> = readText): Step<Option.Option<Found>> =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    // a draft names no owner, and can be long
    const content = name.endsWith(draftSuffix) ? "" : yield* text(name)
    const { mtime } = yield* files.stat(name)
    const now = yield* Clock.currentTimeMillis
    return Option.some(parse(content, Option.match(mtime, { onNone: () => now, onSome: Number }), now))
  }).pipe(Effect.catchReason("PlatformError", "NotFound", () => Effect.succeedNone))

/** Reads a lock file as {@link readStrict} does; an unreadable file names no owner. */
export const read = (name: string): Step<Option.Option<Found>> =>
  readStrict(name, (name) => Effect.catchIf(readText(name), isUnreadable, () => Effect.succeed("")))

// by the clock that other processes compare with: that of the file system may differ, or be coarser
const setTime = Effect.fnUntraced(function* (name: string) {
  const files = yield* FileSystem.FileSystem
  const now = new Date(yield* Clock.currentTimeMillis)
  yield* files.utimes(name, now, now)
})

/** Creates a lock file; `None` if the name is taken. */
export const create = Effect.fnUntraced(function* (lock: string, name: string, number: number) {
  const files = yield* FileSystem.FileSystem
  const owner = yield* makeOwner(number)
  const [text, whole] = [JSON.stringify(owner), `${lock}.${owner.id}.new`]
  const write = (name: string) =>
    Effect.andThen(files.writeFileString(name, text, exclusively), Effect.ignore(setTime(name)))
  // a link never replaces a file, and shows text and time at once; some file systems have no links
  const link = Effect.catchReason(
    files.link(whole, name),
    "PlatformError",
    "AlreadyExists",
    (_, error) => Effect.fail(error),
    () => write(name)
  )
  // a full disk must not keep a lock: there, the right to remove it is an empty file, which names no owner
  const isRight = name !== lock
  return yield* Effect.catchReason(write(whole), "PlatformError", "Unknown", (_, error) =>
    isRight ? Effect.void : Effect.fail(error)
  ).pipe(
    Effect.andThen(link),
    Effect.as(Option.some(owner)),
    Effect.onError(() => forget(owner.id)),
    Effect.catchReason("PlatformError", "AlreadyExists", () => Effect.succeed(Option.none<Owner>())),
    Effect.ensuring(Effect.ignore(files.remove(whole)))
  )
})

// each killed owner of a right leaves one more level; more levels than this do not occur
const maxDepth = 9

/**
 * Removes a lock file if it still has the id and may be ended. The right to do so is itself a lock file, named after the
 * id, which no other lock ever has: one owner at a time has it, checks the lock again, and removes draft, lock and right in
 * this order, so that a late process finds another id. Returns false while another owner has the right.
 */
export const end = (lock: string, name: string, id: string, mayEnd: MayEnd, depth = 0): Step<boolean> =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const right = rightPath(lock, id)
    const other = yield* read(right)
    if (Option.isSome(other)) {
      // never taken from a running process: by the time it removes the lock, that lock would be another owner's
      if (depth === maxDepth || !isAbandoned(other.value)) return false
      if (!(yield* end(lock, right, other.value.id, isAbandoned, depth + 1))) return false
    }
    const own = yield* create(lock, right, 0)
    if (Option.isNone(own)) return false
    return yield* Effect.gen(function* () {
      const found = yield* read(name)
      if (!Option.exists(found, (now) => now.id === id && mayEnd(now))) return true
      yield* files.remove(draftPath(lock, id), { force: true })
      yield* files.remove(name, { force: true })
      return true
    }).pipe(Effect.ensuring(Effect.ignore(files.remove(right))), Effect.ensuring(forget(own.value.id)))
  })

/** Renews the lock of the owner with the id. */
export const renew = Effect.fnUntraced(function* (lock: string, id: string) {
  const found = yield* read(lock)
  if (Option.exists(found, (lock) => lock.id === id)) yield* setTime(lock)
})

/** Splits a path into its folder, with the separator at the end, and its file name. */
export const splitPath = (path: string): { readonly folder: string; readonly name: string } => {
  // core knows no platform: only on Windows does an absolute path not start with a slash
  const end =
    1 + (path.startsWith("/") ? path.lastIndexOf("/") : Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")))
  return { folder: path.slice(0, end), name: path.slice(end) }
}

const isAbsolute = (path: string) => /^(?:[/\\]|[a-z]:)/i.test(path)

const join = (folder: string, name: string) =>
  /[/\\]$/.test(folder) ? `${folder}${name}` : `${folder}${folder.startsWith("/") ? "/" : "\\"}${name}`

// as many as Linux follows
const maxLinks = 40

/** Resolves symbolic links to a file that may not exist; returns the path itself if its folder is missing. */
export const resolveLinks = (path: string, left = maxLinks): Effect.Effect<string, never, FileSystem.FileSystem> =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const { folder, name } = splitPath(path)
    // the folder first: in a path joined to a link, a later .. would remove the link
    const beside = (name: string) =>
      Effect.map(files.realPath(folder === "" ? "." : folder), (real) => join(real, name))
    const missing = beside(name)
    const linked = Effect.flatMap(files.readLink(path), (target) =>
      Effect.flatMap(isAbsolute(target) ? Effect.succeed(target) : beside(target), (path) =>
        resolveLinks(path, left - 1)
      )
    )
    return yield* files.realPath(path).pipe(
      Effect.catch(() => (left === 0 ? Effect.succeed(path) : Effect.catch(linked, () => missing))),
      Effect.orElseSucceed(() => path)
    )
  })
