import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as OpenApi from "effect/http-api/OpenApi"
import * as MutableRef from "effect/MutableRef"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import * as Changes from "../tenants/Tenant.ts"
import type { Tenant } from "../tenants/Tenant.ts"
import { nameCheck } from "../tenants/TenantName.ts"
import { Takes } from "../world/gaps/Gap.ts"
import { checkChoice, readChoice, optionIn, documented, gaps } from "../world/gaps/options.ts"
import type { Choices, Documented, Gap, GapId } from "../world/gaps/options.ts"
import { BadRequestProblem, NotFoundProblem, emptyControlApi, currentTenant } from "./context.ts"

/** A point that the interface leaves open, and what this tenant chooses there. */
export const GapEntry = Schema.Struct({
  id: Schema.String,
  section: Schema.String,
  choice: Schema.Unknown,
  /** What is chosen unless told otherwise. */
  first: Schema.Unknown,
  /** What can be chosen, in words; absent where transitions know one choice only. */
  accepts: Schema.optionalKey(Schema.String),
  /** The same as data. */
  takes: Schema.optionalKey(Takes),
  /** What else a service could do; no transition knows it. */
  alternatives: Schema.optionalKey(Schema.String),
  reason: Schema.String,
  /** The requests of the journal whose answers rely on the choice, by their ids. */
  relied: Schema.Array(Schema.Int)
}).annotate({ identifier: "Gap" })
export type GapEntry = typeof GapEntry.Type

/** What to choose: as after the `=` of `--gap id=choice`, or as JSON. */
export const GapChoice = Schema.Struct({ choice: Schema.Json }).annotate({ identifier: "GapChoice" })
export type GapChoice = typeof GapChoice.Type

const params = { id: Schema.String.check(nameCheck("a gap")) }

/** The register of what the interface leaves open, with the choices of a tenant. */
export const GapsGroup = HttpApiGroup.make("gaps")
  .add(
    HttpApiEndpoint.get("list", "/gaps", { success: Schema.Array(GapEntry) }).annotate(
      OpenApi.Summary,
      "List the gaps of the interface and the choice at each"
    ),
    HttpApiEndpoint.get("read", "/gaps/:id", { params, success: GapEntry, error: NotFoundProblem }).annotate(
      OpenApi.Summary,
      "Read a gap and the requests that relied on its choice"
    ),
    HttpApiEndpoint.put("choose", "/gaps/:id", {
      params,
      payload: GapChoice,
      success: GapEntry,
      error: [NotFoundProblem, BadRequestProblem]
    }).annotate(OpenApi.Summary, "Choose at a gap, in both regions"),
    HttpApiEndpoint.delete("reset", "/gaps/:id", { params, success: GapEntry, error: NotFoundProblem }).annotate(
      OpenApi.Summary,
      "Return to the first choice at a gap"
    )
  )
  .prefix("/__mock")
  .middleware(HttpApiMiddleware.ProblemDetails)

type Taken = Partial<Choices>

const register: Readonly<Record<string, Gap | Documented>> = { ...gaps, ...documented }

const takenBy = ({ regions }: Tenant): Taken => MutableRef.get(regions.us.world).settings.choices

const isGap = (id: string): id is GapId => Object.hasOwn(gaps, id)

/** The ids of the requests in the journal that rely on each gap. */
const reliedOn = ({ journal }: Tenant): ReadonlyMap<string, ReadonlyArray<number>> => {
  const relied = new Map<string, Array<number>>()
  for (const { gaps, id } of journal?.all() ?? [])
    for (const gap of gaps) {
      const known = relied.get(gap)
      if (known === undefined) relied.set(gap, [id])
      else known.push(id)
    }
  return relied
}

const entryOf = (id: string, point: Gap | Documented, tenant: Tenant, relied = reliedOn(tenant)): GapEntry => {
  const taken = takenBy(tenant)
  const { alternatives, reason, section } = point
  const about = {
    id,
    section,
    reason,
    relied: relied.get(id) ?? [],
    ...(alternatives === undefined ? {} : { alternatives })
  }
  if ("only" in point) return { ...about, choice: point.only, first: point.only }
  const { accepts, first, takes } = point
  return { ...about, accepts, takes, first, choice: isGap(id) ? optionIn(taken, id) : first }
}

const find = (id: string) =>
  Effect.fromNullishOr(Object.hasOwn(register, id) ? register[id] : undefined).pipe(
    Effect.mapError(
      () => new NotFoundProblem({ detail: `The register has no gap ${id}. GET /__mock/gaps lists those it has.` })
    )
  )

/** Puts other choices in both regions. */
const take = (tenant: Tenant, taken: Taken) =>
  Effect.sync(() =>
    Changes.changeWorlds(tenant, (world) => ({ ...world, settings: { ...world.settings, choices: taken } }))
  )

const shown = Effect.fnUntraced(function* (id: string) {
  return entryOf(id, yield* find(id), yield* currentTenant)
})

export const layer = HttpApiBuilder.group(emptyControlApi.add(GapsGroup), "gaps", (handlers) =>
  handlers.handleAll({
    list: () =>
      Effect.map(currentTenant, (tenant) => {
        const relied = reliedOn(tenant)
        return Object.entries(register)
          .map(([id, point]) => entryOf(id, point, tenant, relied))
          .toSorted((one, other) => (one.id < other.id ? -1 : 1))
      }),
    read: ({ params }) => shown(params.id),
    choose: Effect.fnUntraced(function* ({ params: { id }, payload }) {
      yield* find(id)
      const here = yield* currentTenant
      const choice = yield* Effect.fromResult(
        Result.mapError(
          typeof payload.choice === "string" ? readChoice(`${id}=${payload.choice}`) : checkChoice(id, payload.choice),
          (use) => new BadRequestProblem({ detail: `Choose ${use}.` })
        )
      )
      yield* take(here, { ...takenBy(here), ...choice })
      return yield* shown(id)
    }),
    reset: Effect.fnUntraced(function* ({ params: { id } }) {
      yield* find(id)
      const here = yield* currentTenant
      if (isGap(id)) {
        const { [id]: _, ...others } = takenBy(here)
        yield* take(here, others)
      }
      return yield* shown(id)
    })
  })
)
