import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"

import { version } from "../../persistence/Codec.ts"
import * as Changes from "../../tenants/changes.ts"
import { diff } from "../../tenants/diff.ts"
import type { State } from "../../tenants/State.ts"
import type { Snapshot, Tenant } from "../../tenants/Tenant.ts"
import * as Generated from "../../world/users/Generated.ts"
import { tenant } from "../context/CurrentTenant.ts"
import { emptyControlApi } from "../context/emptyControlApi.ts"
import { BadRequestProblem, NotFoundProblem } from "../context/Problems.ts"
import { Registry } from "../context/Registry.ts"
import { forgetSnapshots, resetParts } from "./reset.ts"
import { StateGroup, current, initial } from "./StateGroup.ts"
import type { Differences, SnapshotEntry } from "./StateGroup.ts"

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
