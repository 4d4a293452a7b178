import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Random from "effect/Random"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

// core runs where there are no processes too: what cannot be asked is undefined
const runtime = (): unknown => Reflect.get(globalThis, "process")

const call = (target: unknown, name: string, ...given: ReadonlyArray<unknown>): Result.Result<unknown, unknown> =>
  Result.try(() =>
    Predicate.hasProperty(target, name) && Predicate.isFunction(target[name])
      ? Reflect.apply(target[name], target, given)
      : undefined
  )

const ask = (target: unknown, name: string, ...given: ReadonlyArray<unknown>): unknown =>
  Result.getOrUndefined(call(target, name, ...given))

const os = () => ask(runtime(), "getBuiltinModule", "os")

/** The number of this process. */
const ownPid = (): number | undefined => {
  const own = runtime()
  return Predicate.hasProperty(own, "pid") && Predicate.isNumber(own.pid) ? own.pid : undefined
}

/** The name of this machine. */
const ownHost = (): string | undefined => {
  const name = ask(os(), "hostname")
  return Predicate.isString(name) ? name : undefined
}

const before = (now: number, seconds: unknown) =>
  Predicate.isNumber(seconds) ? now - seconds * 1000 : Number.NEGATIVE_INFINITY

/** When this machine started, by its clock of now. */
const bootedAt = (now: number): number => before(now, ask(os(), "uptime"))

/** When this process started: the earlier time of two, as the one forgets sleep and the other a clock set back. */
const startedAt = (now: number): number =>
  Math.min(before(now, ask(runtime(), "uptime")), globalThis.performance.timeOrigin)

/** Whether no process of this machine has the number; one that may not be asked about runs. */
const hasEnded = (pid: number): boolean =>
  Result.match(call(runtime(), "kill", pid, 0), {
    onFailure: (error) => Predicate.hasProperty(error, "code") && error.code === "ESRCH",
    onSuccess: () => false
  })

/** For how long, in milliseconds, an owner may not renew its lock before others may doubt it. */
export const lease = 60_000

const Pid = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2 ** 31 - 1 }))

/** The form of ids: they stand in names of files, beside those of others. */
export const idForm = /^(?:\d{1,10}-[0-9a-z]{1,20}-[0-9a-z]{1,20}|at-?\d{1,20})$/

/** Who a lock file names. */
export const LockOwner = Schema.Struct({
  id: Schema.String.check(Schema.isPattern(idForm)),
  number: Schema.Int,
  pid: Schema.optionalKey(Pid),
  host: Schema.optionalKey(Schema.String)
})
export type LockOwner = typeof LockOwner.Type

// a bare number is the process id of an emulator of a version that wrote no more
const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Union([LockOwner, Pid])))

let made = 0

// the time of a file can be coarse, and so before this process, which its owner is no less
const alive = new Set<string>()

/** Says that the owner with an id has given its lock back, or got none. */
export const forget = (id: string): Effect.Effect<void> => Effect.sync(() => alive.delete(id))

/** An owner like no other, which runs until it is forgotten. */
export const make = Effect.fnUntraced(function* (number: number) {
  const random = yield* Random.nextIntBetween(0, Number.MAX_SAFE_INTEGER)
  const [pid, host] = [ownPid(), ownHost()]
  const owner: LockOwner = {
    id: `${pid ?? 0}-${(made++).toString(36)}-${random.toString(36)}`,
    number,
    ...(pid !== undefined && { pid }),
    ...(host !== undefined && { host })
  }
  alive.add(owner.id)
  return owner
})

/** A lock file as it was found. `isSilent` says that it was not renewed for a lease. */
export interface Found extends Partial<LockOwner> {
  readonly id: string
  readonly state: "ended" | "running" | "unknown"
  readonly isSilent: boolean
}

const stateOf = ({ host, id, pid }: LockOwner, renewedAt: number, now: number): Found["state"] => {
  if (alive.has(id)) return "running"
  if (pid === undefined || host !== ownHost()) return "unknown"
  // numbers of processes come again: what is older than the process that has one now was another's
  const isOlder = renewedAt < (pid === ownPid() ? startedAt(now) : bootedAt(now))
  return isOlder || hasEnded(pid) ? "ended" : "running"
}

/** Judges the content of a lock file, which was renewed last at the given time. */
export const judge = (content: string, renewedAt: number, now: number): Found => {
  // a time to come is of a clock that was set back since, or of a file that was copied
  const isSilent = Math.abs(now - renewedAt) > lease
  const unnamed = { id: `at${renewedAt}`, isSilent }
  const owner = Option.getOrUndefined(decode(content))
  if (owner === undefined) return { ...unnamed, state: "unknown" }
  if (!Predicate.isNumber(owner)) return { ...owner, isSilent, state: stateOf(owner, renewedAt, now) }
  const isOwn = owner === ownPid()
  return { ...unnamed, pid: owner, state: isOwn || hasEnded(owner) ? "ended" : "running" }
}
