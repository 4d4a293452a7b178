import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"

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
export const pid = (): number | undefined => {
  const own = runtime()
  return Predicate.hasProperty(own, "pid") && Predicate.isNumber(own.pid) ? own.pid : undefined
}

/** The name of this machine. */
export const host = (): string | undefined => {
  const name = ask(os(), "hostname")
  return Predicate.isString(name) ? name : undefined
}

const before = (now: number, seconds: unknown) =>
  Predicate.isNumber(seconds) ? now - seconds * 1000 : Number.NEGATIVE_INFINITY

/** When this machine started, by its clock of now. */
export const bootedAt = (now: number): number => before(now, ask(os(), "uptime"))

/** When this process started: the earlier time of two, as the one forgets sleep and the other a clock set back. */
export const startedAt = (now: number): number =>
  Math.min(before(now, ask(runtime(), "uptime")), globalThis.performance.timeOrigin)

/** Whether no process of this machine has the number; one that may not be asked about runs. */
export const hasEnded = (pid: number): boolean =>
  Result.match(call(runtime(), "kill", pid, 0), {
    onFailure: (error) => Predicate.hasProperty(error, "code") && error.code === "ESRCH",
    onSuccess: () => false
  })
