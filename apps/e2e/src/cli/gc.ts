import { Exit } from "@remote-assist/cli"
import * as Settings from "@remote-assist/cli/Settings"
import * as Client from "@remote-assist/core/Client"
import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { Session } from "@remote-assist/core/Session"
import { Control } from "@remote-assist/http-mock/Control"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Stream from "effect/Stream"

import { Unreachable, dropTenant } from "../targets/address.ts"
import { UnknownTarget, choose, isAddress, originOf } from "../targets/choose.ts"
import { Target, prefixOf } from "../targets/Target.ts"
import { answered } from "../targets/timeLimit.ts"
import { Misuse } from "./selection.ts"
import { exitCodes } from "./exitCodes.ts"
import type { Gc } from "./flags.ts"

/** A user or a tenant whose name carries the prefix of a run. */
interface Leftover<R> {
  readonly run: string
  readonly name: string
  readonly remove: Effect.Effect<unknown, unknown, R>
}

const prefixPattern = /^e2e-([a-z\d]+)-/

const leftover = <R>(kind: string, name: string, carrier: string, remove: Leftover<R>["remove"]) => {
  const run = prefixPattern.exec(carrier)?.[1]
  return run === undefined ? [] : [{ run, name: `${kind} ${name}`, remove }]
}

const reasonOf = (error: unknown) => (Predicate.isError(error) ? error.message : String(error))

const unreachable = (target: string) => (error: unknown) =>
  new Unreachable({ target, reason: `does not answer: ${reasonOf(error)}` })

/** The tenants of runs, and those of the enterprises that were registered in them. */
const tenantsAt = Effect.fnUntraced(function* (origin: string) {
  const { tenants } = yield* Control
  const all = yield* Effect.mapError(answered(tenants.list()), unreachable(origin))
  return all.flatMap(({ enterprise, name }) =>
    leftover("tenant", name, enterprise?.registered_in ?? name, dropTenant(name))
  )
})

const withoutAnswer = new Set(["ConnectionFailed", "TimedOut", "CircuitOpen"])

/** The users of runs; the colleague is not one, but a run that was killed may have left them inactive. */
const usersAt = Effect.fnUntraced(function* (target: string) {
  const { administrator, colleague } = yield* Target
  const users = yield* EnterpriseUsers
  yield* Effect.mapError((yield* Session).logIn(administrator), (error) =>
    withoutAnswer.has(error._tag)
      ? unreachable(target)(error)
      : new Misuse({ message: `${administrator.email} cannot log in: ${reasonOf(error)} Check the settings.` })
  )
  const all = yield* Stream.runCollect(users.stream({ page_size: 100 }))
  if (all.some(({ active, email }) => email === colleague.email && active === false))
    yield* Console.error(`${colleague.email} is not active. If a run left them so, reactivate them yourself.`)
  return all.flatMap(({ email, id }) => leftover("user", email ?? "", email ?? "", users.remove(id)))
})

const unrecognised =
  "gc finds users and tenants by the prefix in their names. It cannot recognise personal access tokens, favorites and notes of calls that a killed run left for a user of yours."

const listText = (target: string, found: ReadonlyArray<Leftover<never>>) =>
  [
    ...[...Map.groupBy(found, ({ run }) => run)].flatMap(([run, names]) => [
      `${prefixOf(run)}:`,
      ...names.map(({ name }) => `  ${name}`)
    ]),
    found.length === 0
      ? `No run left anything at ${target}.`
      : "Remove it with --run <prefix>, or all of it with --all."
  ].join("\n")

/** Removes what was found, and ends with 6 if something stays. */
const removeAll = Effect.fnUntraced(function* (found: ReadonlyArray<Leftover<never>>, isDry: boolean) {
  const failures = yield* Effect.forEach(found, ({ name, remove }) =>
    isDry
      ? Effect.as(Console.log(`would remove: ${name}`), 0)
      : Effect.matchEffect(remove, {
          onSuccess: () => Effect.as(Console.log(`removed: ${name}`), 0),
          onFailure: (error) => Effect.as(Console.error(`stays: ${name}: ${reasonOf(error)}`), 1)
        })
  )
  if (failures.includes(1)) return yield* new Exit({ code: exitCodes.leaked })
})

const leftoversAt = Effect.fnUntraced(function* <A, E, R>(
  target: string,
  use: (found: ReadonlyArray<Leftover<never>>) => Effect.Effect<A, E, R>
) {
  if (isAddress(target)) {
    const { origin } = yield* originOf(target)
    return yield* Effect.gen(function* () {
      const context = yield* Effect.context<Control>()
      const found = yield* tenantsAt(origin)
      return yield* use(found.map((one) => ({ ...one, remove: Effect.provideContext(one.remove, context) })))
    }).pipe(Effect.provide(Control.layerFetch({ origin })))
  }
  if (target !== "live")
    return yield* target === "in-process" || target === "socket"
      ? new Misuse({ message: `An emulator ${target} ends with its run, so nothing is left. Give live or an address.` })
      : new UnknownTarget({ given: target })
  const kind = yield* choose("live", "e2e-gc")
  return yield* Effect.flatMap(usersAt(kind.name), use).pipe(
    Effect.provide(Layer.provideMerge(Client.layer, kind.make("gc")), { local: true })
  )
})

/** Lists what runs left at a target, and removes it. */
export const run = Effect.fnUntraced(function* ({ all, config, dryRun, region, run, target }: Gc) {
  if (Option.isSome(run) && all) return yield* new Misuse({ message: "Give either --run or --all." })
  const chosen = Option.map(run, (given) => given.replace(/^e2e-/, ""))
  if (Option.isSome(chosen) && !/^[a-z\d]+$/.test(chosen.value))
    return yield* new Misuse({ message: `--run ${chosen.value} is no prefix of a run. See them with gc alone.` })
  yield* leftoversAt(target, (found) => {
    if (Option.isNone(chosen) && !all)
      return Effect.andThen(Console.log(listText(target, found)), Console.error(unrecognised))
    const own = found.filter((one) => Option.isNone(chosen) || one.run === chosen.value)
    return own.length === 0
      ? Console.log(
          Option.isSome(chosen)
            ? `Run ${chosen.value} left nothing at ${target} that carries its prefix.`
            : `No run left anything at ${target}.`
        )
      : removeAll(own, dryRun)
  }).pipe(Effect.scoped, Settings.provide({ config, region }))
})
