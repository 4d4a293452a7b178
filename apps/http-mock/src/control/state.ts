import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"

import { beginningOf, faultsOf, setLimits } from "../faults/registry.ts"
import * as Handlers from "../handlers/registry.ts"
import { version } from "../persistence/Codec.ts"
import * as Changes from "../tenants/changes.ts"
import { diff } from "../tenants/diff.ts"
import type { State } from "../tenants/State.ts"
import type { Tenant, Snapshot } from "../tenants/Tenant.ts"
import type { Tenants } from "../tenants/Tenants.ts"
import type { World } from "../world/model/World.ts"
import * as Generated from "../world/users/Generated.ts"
import { BadRequestProblem, NotFoundProblem, emptyControlApi } from "./context/api.ts"
import { tenant, Registry } from "./context/current.ts"
import { StateGroup, current, initial } from "./StateGroup.ts"
import type { Part, Reset, Differences, SnapshotEntry } from "./StateGroup.ts"

const choicesOf = ({ us }: State) => us.settings.choices

// ids go on counting, so that what waits for the next e-mail does not take one for another
const withoutMails = (world: World): World => ({
  ...world,
  outbox: HashMap.empty(),
  mailsDropped: world.mailsDropped + HashMap.size(world.outbox)
})

const withChoicesOf =
  (state: State) =>
  (world: World): World => ({ ...world, settings: { ...world.settings, choices: choicesOf(state) } })

/** What is reset, and to where. */
interface Resetting {
  readonly tenants: Tenants
  readonly tenant: Tenant
  readonly to: State
}

/** What brings each part of a tenant back. */
const resets: { readonly [Name in Part]: (resetting: Resetting) => void } = {
  state: ({ tenant, to }) => Changes.replace(tenant, to),
  clock: ({ tenant, to }) => tenant.clock.restore(to.pace),
  outbox: ({ tenant }) => Changes.changeWorlds(tenant, withoutMails),
  gaps: ({ tenant, to }) => Changes.changeWorlds(tenant, withChoicesOf(to)),
  faults: ({ tenant }) => {
    faultsOf(tenant)?.remove(() => true)
    beginningOf(tenant).faults?.(tenant)
  },
  "rate-limit": ({ tenant }) => {
    setLimits(tenant, beginningOf(tenant).limits?.())
  },
  handlers: ({ tenant, tenants }) => Handlers.reset(tenants, tenant.name),
  journal: ({ tenant }) => tenant.journal?.clear(),
  history: ({ tenant }) => {
    tenant.history.length = 0
  }
}

// the state has the clock, the outbox and the choices
const whole: ReadonlyArray<Part> = ["state", "faults", "rate-limit", "handlers", "journal", "history"]

/** Brings parts of a tenant back. */
const resetParts = (resetting: Resetting, parts: NonNullable<Reset["parts"]>): void => {
  for (const part of parts === "all" ? whole : new Set(parts)) resets[part](resetting)
}

/** Forgets the snapshots of a tenant but for those that are kept. */
const forgetSnapshots = ({ snapshots }: Tenant, kept: ReadonlyArray<string>): void => {
  for (const name of snapshots.keys()) if (!kept.includes(name)) snapshots.delete(name)
}

const entryOf = (name: string, { takenAt }: Snapshot): SnapshotEntry => ({
  name,
  taken_at: DateTime.makeUnsafe(takenAt)
})

const snapshotOf = ({ snapshots }: Tenant, name: string) =>
  Effect.fromNullishOr(snapshots.get(name)).pipe(
    Effect.mapError(
      () => new NotFoundProblem({ detail: `There is no snapshot ${name}. GET /__mock/snapshots lists them.` })
    )
  )

const stateNamed = (tenant: Tenant, name: string): Effect.Effect<State, NotFoundProblem> =>
  name === current
    ? Effect.succeed(Changes.stateOf(tenant))
    : name === initial
      ? Effect.succeed(tenant.initial)
      : snapshotOf(tenant, name)

const differences = (before: State, after: State): Differences => ({
  us: diff(before.us, after.us),
  eu: diff(before.eu, after.eu)
})

/** The most generated users that a comparison makes, all at once: nothing else is answered meanwhile. */
const mostCompared = 10_000

const generatedBy = ({ eu, us }: State) => us.users.generated.to + eu.users.generated.to

const comparable = (from: State, to: State) =>
  (["us", "eu"] as const).every((region) => {
    const [one, other] = [from[region].users.generated, to[region].users.generated]
    return Generated.areAlike(one, other) && one.to === other.to
  }) || generatedBy(from) + generatedBy(to) <= mostCompared

export const layer = HttpApiBuilder.group(emptyControlApi.add(StateGroup), "state", (handlers) =>
  handlers.handleAll({
    snapshots: () =>
      Effect.map(tenant, ({ snapshots }) => [...snapshots].map(([name, snapshot]) => entryOf(name, snapshot))),
    take: Effect.fnUntraced(function* ({ params: { name } }) {
      if (name === current || name === initial)
        return yield* new BadRequestProblem({
          detail: `${name} always means the ${name} state of the tenant. Choose another name for the snapshot.`
        })
      const here = yield* tenant
      const snapshot = { ...Changes.stateOf(here), takenAt: here.clock.now() }
      here.snapshots.set(name, snapshot)
      return entryOf(name, snapshot)
    }),
    forget: Effect.fnUntraced(function* ({ params: { name } }) {
      const here = yield* tenant
      yield* snapshotOf(here, name)
      here.snapshots.delete(name)
      return { forgotten: name }
    }),
    restore: Effect.fnUntraced(function* ({ params: { name } }) {
      const here = yield* tenant
      Changes.replace(here, yield* stateNamed(here, name))
      return { restored: name }
    }),
    branch: Effect.fnUntraced(function* ({ params: { name }, payload }) {
      const here = yield* tenant
      if (payload.tenant === here.name)
        return yield* new BadRequestProblem({
          detail: `${here.name} cannot branch into itself. POST /__mock/snapshots/${name}/restore puts it back.`
        })
      const state = yield* stateNamed(here, name)
      const { branch } = yield* Registry
      branch(payload.tenant, state)
      return { tenant: payload.tenant }
    }),
    diff: Effect.fnUntraced(function* ({ query: { from = initial, to = current } }) {
      const here = yield* tenant
      const [before, after] = [yield* stateNamed(here, from), yield* stateNamed(here, to)]
      if (!comparable(before, after))
        return yield* new BadRequestProblem({
          detail: `${from} and ${to} have generated users of different seeds, sizes or pods, and more than ${mostCompared} together, too many to compare one by one. Compare states of one world, or smaller worlds.`
        })
      return differences(before, after)
    }),
    undo: Effect.fnUntraced(function* ({ payload }) {
      const { count = 1 } = payload ?? {}
      const here = yield* tenant
      const before = Changes.stateOf(here)
      const undone = Changes.undo(here, count)
      if (undone === 0)
        return yield* new NotFoundProblem({
          detail: `The tenant ${here.name} has no change to take back.`
        })
      const after = Changes.stateOf(here)
      return comparable(after, before)
        ? { count: undone, ...differences(after, before) }
        : { count: undone, us: [], eu: [], compared: false as const }
    }),
    reset: Effect.fnUntraced(function* ({ payload }) {
      const { parts = ["state" as const], snapshots = false, to = initial } = payload ?? {}
      const here = yield* tenant
      const state = yield* stateNamed(here, to)
      const kept = snapshots === false ? [...here.snapshots.keys()] : snapshots === true ? [] : snapshots.keep
      for (const name of kept) yield* snapshotOf(here, name)
      resetParts({ tenants: yield* Registry, tenant: here, to: state }, parts)
      forgetSnapshots(here, kept)
      return { reset: here.name }
    }),
    save: () => Effect.map(tenant, (here) => ({ version, ...Changes.stateOf(here) })),
    load: Effect.fnUntraced(function* ({ payload: { eu, pace, us } }) {
      const here = yield* tenant
      Changes.replace(here, { us, eu, pace })
      // what was there before may have nothing in common with it
      here.history.length = 0
      return { loaded: here.name }
    })
  })
)
