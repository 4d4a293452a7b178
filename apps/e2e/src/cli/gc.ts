import { Exit } from "@remote-assist/cli"
import * as Settings from "@remote-assist/cli/Settings"
import * as Client from "@remote-assist/core/Client"
import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import * as HttpNode from "@remote-assist/core/HttpNode"
import { Session } from "@remote-assist/core/Session"
import { Control } from "@remote-assist/http-mock/Control"
import * as Config from "effect/Config"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"

import { messageOf } from "../runner/Result.ts"
import { dropTenant } from "../targets/address.ts"
import { choose, isAddress, originOf } from "../targets/choose.ts"
import {
  Target,
  TargetLost,
  UsageError,
  get,
  prefixOf,
  usageError,
  withAdvice,
  withControlTimeout
} from "../targets/Target.ts"
import { exitCodes } from "./exitCodes.ts"
import type { Gc } from "./flags.ts"
import { checkLiveFlags } from "./selection.ts"

/** A user or a tenant whose name has the prefix of a run. */
interface Leftover {
  readonly run: string
  readonly name: string
  readonly remove: Effect.Effect<unknown, unknown>
}

const prefixPattern = /^e2e-([a-z\d]+)-/

const leftover = (kind: string, name: string, carrier: string, remove: Leftover["remove"]): ReadonlyArray<Leftover> => {
  const run = prefixPattern.exec(carrier)?.[1]
  return run === undefined ? [] : [{ run, name: `${kind} ${name}`, remove }]
}

const unreachable = (reason: string) => new TargetLost({ message: `Nothing was looked up: ${reason}` })

/** The tenants of runs, and of enterprises that were registered in them. */
const tenantsAt = Effect.fnUntraced(function* (origin: string) {
  const control = yield* Control
  yield* Effect.mapError(get(origin, "10 seconds"), (reason) =>
    unreachable(`${origin} ${withAdvice(reason, "Start the emulator, or give its address.")}`)
  )
  const all = yield* Effect.mapError(withControlTimeout(control.tenants.list()), () =>
    unreachable(`${origin} is not an emulator, or its control plane is closed. Give another address, or --target live.`)
  )
  const drop = (name: string) => Effect.provideService(dropTenant(name), Control, control)
  return all.flatMap(({ enterprise, name }) => leftover("tenant", name, enterprise?.registered_in ?? name, drop(name)))
})

/** The users of runs. Also reports an inactive colleague: a killed run may not have reactivated them. */
const usersAt = Effect.gen(function* () {
  const { administrator } = yield* Target
  const colleague = yield* Config.option(Config.String("REMOTE_ASSIST_COLLEAGUE_EMAIL"))
  const users = yield* EnterpriseUsers
  yield* (yield* Session).logIn(administrator)
  const all = yield* Stream.runCollect(users.stream({ page_size: 100 }))
  for (const { active, email } of all)
    if (active === false && Option.contains(colleague, email))
      yield* Console.error(`${email} is not active. If a killed run deactivated them, reactivate them.`)
  return all.flatMap(({ email, id }) => leftover("user", email ?? "", email ?? "", users.remove(id)))
})

const unrecognized =
  "gc finds users and tenants by the prefix in their names. It cannot find personal access tokens, favorites and notes of calls that a killed run created for your own users."

const listText = (target: string, found: ReadonlyArray<Leftover>) =>
  [
    ...[...Map.groupBy(found, ({ run }) => run)].flatMap(([run, names]) => [
      `${prefixOf(run)}:`,
      ...names.map(({ name }) => `  ${name}`)
    ]),
    found.length === 0
      ? `There are no leftovers at ${target}.`
      : "Remove them with --run <prefix>, or those of all runs with --all."
  ].join("\n")

/** Removes leftovers. Exits with 6 if one cannot be removed. */
const removeAll = Effect.fnUntraced(function* (found: ReadonlyArray<Leftover>, isDry: boolean) {
  const failures = yield* Effect.forEach(found, ({ name, remove }) =>
    isDry
      ? Effect.as(Console.log(`would remove: ${name}`), 0)
      : Effect.matchEffect(remove, {
          onSuccess: () => Effect.as(Console.log(`removed: ${name}`), 0),
          onFailure: (error) => Effect.as(Console.error(`not removed: ${name}: ${messageOf(error)}`), 1)
        })
  )
  if (failures.includes(1)) return yield* new Exit({ code: exitCodes.leftovers })
})

/** Finds the leftovers at a target, and does something with them there. */
const leftoversAt = Effect.fnUntraced(function* <A, E, R>(
  target: string,
  use: (found: ReadonlyArray<Leftover>) => Effect.Effect<A, E, R>
) {
  if (isAddress(target)) {
    const { origin } = yield* originOf(target)
    return yield* use(yield* Effect.provide(tenantsAt(origin), [Control.layerFetch({ origin }), HttpNode.layer]))
  }
  if (target === "in-process" || target === "socket")
    return yield* usageError(
      `The emulator of ${target} ends with its run and leaves nothing behind. Give live or an address.`
    )
  const kind = yield* choose(target, "e2e-gc", "administrator")
  yield* Effect.mapError(kind.checkUsers ?? Effect.void, (error) => {
    const { message } = unreachable(error.message.replace(/^.*?: /, ""))
    return error._tag === "TargetLost" ? new TargetLost({ message }) : new UsageError({ message })
  })
  return yield* Effect.flatMap(usersAt, use).pipe(
    Effect.provide(Layer.provideMerge(Client.layer, kind.make("gc")), { local: true })
  )
})

/** Lists the leftovers of runs at a target, or removes them. */
export const run = Effect.fnUntraced(function* ({ all, config, dryRun, region, run, target }: Gc) {
  yield* checkLiveFlags([target], { config, region })
  if (Option.isSome(run) && all) return yield* usageError("Give --run or --all, not both.")
  const selected = Option.map(run, (prefix) => prefix.replace(/^e2e-/, ""))
  if (Option.isSome(selected) && !/^[a-z\d]+$/.test(selected.value))
    return yield* usageError(`--run ${selected.value} is not the prefix of a run. List prefixes with gc alone.`)
  yield* leftoversAt(target, (found) => {
    if (Option.isNone(selected) && !all)
      return Effect.andThen(Console.log(listText(target, found)), Console.error(unrecognized))
    const own = found.filter((one) => Option.isNone(selected) || one.run === selected.value)
    const whose = Option.isSome(selected) ? `Run ${selected.value} has` : "There are"
    return own.length === 0 ? Console.log(`${whose} no leftovers at ${target}.`) : removeAll(own, dryRun)
  }).pipe(Effect.scoped, Settings.provide({ config, region }))
})
