import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { delete as remove, get, post, put } from "effect/http-api/HttpApiEndpoint"
import * as OpenApi from "effect/http-api/OpenApi"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Schema from "effect/Schema"

import { Exported, exportState } from "../persistence/Codec.ts"
import { comparable, differences, maxCompared, Patch } from "../tenants/diff.ts"
import type { State } from "../tenants/State.ts"
import * as Changes from "../tenants/Tenant.ts"
import type { Tenant, Snapshot } from "../tenants/Tenant.ts"
import { nameCheck, TenantName } from "../tenants/TenantName.ts"
import type { Tenants } from "../tenants/Tenants.ts"
import type { World } from "../world/model/World.ts"
import { findStateConflicts } from "../world/seed/conflicts.ts"
import { CurrentTenant, AllTenants } from "./context.ts"
import { BadRequestProblem, NotFoundProblem, PreconditionFailedProblem, emptyControlApi, makeGroup } from "./group.ts"

/** The reserved name of the current state. */
export const current = "current"

/** The reserved name of the initial state. */
export const initial = "initial"

const SnapshotName = Schema.String.check(nameCheck("a snapshot")).annotate({ identifier: "SnapshotName" })

export const SnapshotEntry = Schema.Struct({
  name: SnapshotName,
  /** By the clock of the tenant. */
  taken_at: Schema.DateTimeUtcFromString
}).annotate({ identifier: "Snapshot" })
export type SnapshotEntry = typeof SnapshotEntry.Type

/** The differences as a JSON Patch (RFC 6902) for each region. */
export const Differences = Schema.Struct({
  us: Patch,
  eu: Patch
}).annotate({ identifier: "Differences" })
export type Differences = typeof Differences.Type

/** The number of changes that were undone, and the differences. */
const Undone = Schema.Struct({
  count: Schema.Int,
  ...Differences.fields,
  /** False if the states have too many different generated users to compare. */
  compared: Schema.optionalKey(Schema.Literal(false))
}).annotate({ identifier: "Undone" })

/** A part of a tenant that can be reset: the state, a part of it, or data that is not in the state. */
export const Part = Schema.Literals([
  "state",
  "clock",
  "outbox",
  "gaps",
  "faults",
  "rate-limit",
  "handlers",
  "journal",
  "history"
])
export type Part = typeof Part.Type

export const Reset = Schema.Struct({
  /** A snapshot (default `initial`). */
  to: Schema.optionalKey(SnapshotName),
  /** Default: the state only; `all` is everything. */
  parts: Schema.optionalKey(Schema.Union([Schema.Literal("all"), Schema.NonEmptyArray(Part)])),
  /** Whether to remove the snapshots, or which to keep (default: keep all). */
  snapshots: Schema.optionalKey(
    Schema.Union([Schema.Boolean, Schema.Struct({ keep: Schema.Array(SnapshotName).check(Schema.isMaxLength(1000)) })])
  )
}).annotate({ identifier: "Reset" })
export type Reset = typeof Reset.Type

// an empty body is decoded as null
const noBody = Schema.Null

const params = { name: SnapshotName }

/** Stores, restores and compares states of a tenant. */
export const StateGroup = makeGroup("state", {
  "List the snapshots": get("snapshots", "/snapshots", { success: Schema.Array(SnapshotEntry) }),
  "Take a snapshot": put("take", "/snapshots/:name", { params, success: SnapshotEntry, error: BadRequestProblem }),
  "Remove a snapshot": remove("forget", "/snapshots/:name", {
    params,
    success: Schema.Struct({ forgotten: SnapshotName }),
    error: [NotFoundProblem, BadRequestProblem]
  }),
  "Restore a snapshot": post("restore", "/snapshots/:name/restore", {
    params,
    success: Schema.Struct({ restored: SnapshotName }),
    error: NotFoundProblem
  }),
  "Start another tenant from a snapshot": post("branch", "/snapshots/:name/branch", {
    params,
    payload: Schema.Struct({ tenant: TenantName }),
    success: Schema.Struct({ tenant: TenantName }),
    error: [NotFoundProblem, BadRequestProblem]
  }),
  "Compare two snapshots, as a JSON Patch for each region": get("diff", "/diff", {
    query: { from: Schema.optionalKey(SnapshotName), to: Schema.optionalKey(SnapshotName) },
    success: Differences,
    error: [NotFoundProblem, BadRequestProblem]
  }),
  "Undo the last changes": post("undo", "/undo", {
    payload: [
      Schema.Struct({
        count: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: Changes.maxChanges })))
      }),
      noBody
    ],
    success: Undone,
    error: NotFoundProblem
  }),
  "Reset the tenant, or parts of it": post("reset", "/reset", {
    payload: [Reset, noBody],
    success: Schema.Struct({ reset: TenantName }),
    error: NotFoundProblem
  }),
  "Export the state as JSON": get("save", "/state", { success: Exported }),
  "Replace the state; this cannot be undone": put("load", "/state", {
    payload: Exported,
    success: Schema.Struct({ loaded: TenantName }),
    error: [BadRequestProblem, PreconditionFailedProblem]
  }).annotate(OpenApi.Transform, (operation) => ({
    ...operation,
    parameters: [{ name: "if-match", in: "header", required: false, schema: { type: "string" } }]
  }))
})

// ids are not reused, as clients wait for e-mails by id
const withoutMails = (world: World): World => ({
  ...world,
  outbox: HashMap.empty(),
  mailsDropped: world.mailsDropped + HashMap.size(world.outbox)
})

const withChoicesOf =
  (state: State) =>
  (world: World): World => ({ ...world, settings: { ...world.settings, choices: state.us.settings.choices } })

interface ResetContext {
  readonly tenants: Tenants
  readonly tenant: Tenant
  readonly to: State
}

const resets: { readonly [Name in Part]: (context: ResetContext) => void } = {
  state: ({ tenant, to }) => Changes.replaceState(tenant, to),
  clock: ({ tenant, to }) => tenant.clock.restore(to.pace),
  outbox: ({ tenant }) => Changes.changeWorlds(tenant, withoutMails),
  gaps: ({ tenant, to }) => Changes.changeWorlds(tenant, withChoicesOf(to)),
  faults: ({ tenant }) => {
    tenant.faults?.remove(() => true)
    tenant.faults = tenant.injected.faults?.(tenant, tenant.faults) ?? tenant.faults
  },
  "rate-limit": ({ tenant }) => {
    tenant.limits = tenant.injected.limits?.()
  },
  handlers: ({ tenant, tenants }) => tenants.handlers.reset(tenant.name),
  journal: ({ tenant }) => tenant.journal?.clear(),
  history: ({ tenant }) => {
    tenant.history.length = 0
  }
}

// the state includes the clock, the outbox and the choices
const allParts: ReadonlyArray<Part> = ["state", "faults", "rate-limit", "handlers", "journal", "history"]

const entryOf = (name: string, { takenAt }: Snapshot): SnapshotEntry => ({
  name,
  taken_at: DateTime.makeUnsafe(takenAt)
})

/** Fails if a name is reserved. */
const checkFree = (name: string, advice: string) =>
  name === current || name === initial
    ? Effect.fail(new BadRequestProblem({ detail: `${name} is the reserved name of the ${name} state. ${advice}` }))
    : Effect.void

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

export const layer = HttpApiBuilder.group(emptyControlApi.add(StateGroup), "state", (handlers) =>
  handlers.handleAll({
    snapshots: () =>
      Effect.map(CurrentTenant, ({ snapshots }) => [...snapshots].map(([name, snapshot]) => entryOf(name, snapshot))),
    take: Effect.fnUntraced(function* ({ params: { name } }) {
      yield* checkFree(name, "Use another name for the snapshot.")
      const here = yield* CurrentTenant
      const snapshot = { ...Changes.stateOf(here), takenAt: here.clock.now() }
      here.snapshots.set(name, snapshot)
      return entryOf(name, snapshot)
    }),
    forget: Effect.fnUntraced(function* ({ params: { name } }) {
      yield* checkFree(name, "It cannot be removed.")
      const here = yield* CurrentTenant
      yield* snapshotOf(here, name)
      here.snapshots.delete(name)
      return { forgotten: name }
    }),
    restore: Effect.fnUntraced(function* ({ params: { name } }) {
      const here = yield* CurrentTenant
      Changes.replaceState(here, yield* stateNamed(here, name))
      return { restored: name }
    }),
    branch: Effect.fnUntraced(function* ({ params: { name }, payload }) {
      const here = yield* CurrentTenant
      if (payload.tenant === here.name)
        return yield* new BadRequestProblem({
          detail: `${here.name} cannot branch into itself. POST /__mock/snapshots/${name}/restore restores the snapshot.`
        })
      const state = yield* stateNamed(here, name)
      const { branch } = yield* AllTenants
      branch(payload.tenant, state)
      return { tenant: payload.tenant }
    }),
    diff: Effect.fnUntraced(function* ({ query: { from = initial, to = current } }) {
      const here = yield* CurrentTenant
      const [before, after] = [yield* stateNamed(here, from), yield* stateNamed(here, to)]
      if (!comparable(before, after))
        return yield* new BadRequestProblem({
          detail: `${from} and ${to} have more than ${maxCompared} generated users of different seeds, sizes or pods, too many to compare. Compare states of one world, or smaller worlds.`
        })
      return differences(before, after)
    }),
    undo: Effect.fnUntraced(function* ({ payload }) {
      const { count = 1 } = payload ?? {}
      const here = yield* CurrentTenant
      const before = Changes.stateOf(here)
      const undone = Changes.undo(here, count)
      if (undone === 0)
        return yield* new NotFoundProblem({
          detail: `The tenant ${here.name} has no change to undo.`
        })
      const after = Changes.stateOf(here)
      return comparable(after, before)
        ? { count: undone, ...differences(after, before) }
        : { count: undone, us: [], eu: [], compared: false as const }
    }),
    reset: Effect.fnUntraced(function* ({ payload }) {
      const { parts = ["state" as const], snapshots = false, to = initial } = payload ?? {}
      const here = yield* CurrentTenant
      const state = yield* stateNamed(here, to)
      const retained = snapshots === false ? [...here.snapshots.keys()] : snapshots === true ? [] : snapshots.keep
      for (const name of retained) yield* snapshotOf(here, name)
      const context = { tenants: yield* AllTenants, tenant: here, to: state }
      for (const part of parts === "all" ? allParts : new Set(parts)) resets[part](context)
      for (const name of here.snapshots.keys()) if (!retained.includes(name)) here.snapshots.delete(name)
      return { reset: here.name }
    }),
    save: () =>
      Effect.map(CurrentTenant, (here) => {
        const { etag, json } = exportState(Changes.stateOf(here))
        return HttpServerResponse.text(json, { contentType: "application/json", headers: { etag } })
      }),
    load: Effect.fnUntraced(function* ({ payload: { eu, pace, us } }) {
      const here = yield* CurrentTenant
      const [conflict] = [us, eu].flatMap(findStateConflicts)
      if (conflict !== undefined)
        return yield* new BadRequestProblem({ detail: `${conflict.path.map(String).join(" ")}: ${conflict.issue}.` })
      const { headers } = yield* HttpServerRequest.HttpServerRequest
      const { "if-match": tag = "*" } = headers
      if (tag !== "*" && tag !== exportState(Changes.stateOf(here)).etag)
        return yield* new PreconditionFailedProblem({ detail: "The state changed since it was read. Read it again." })
      Changes.replaceState(here, { us, eu, pace })
      // earlier states may be of another world
      here.history.length = 0
      return { loaded: here.name }
    })
  })
)
