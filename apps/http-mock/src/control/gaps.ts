import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { delete as remove, get, put } from "effect/http-api/HttpApiEndpoint"
import * as MutableRef from "effect/MutableRef"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import * as Changes from "../tenants/Tenant.ts"
import type { Tenant } from "../tenants/Tenant.ts"
import { nameCheck } from "../tenants/TenantName.ts"
import { documented } from "../world/gaps/documented.ts"
import { Takes } from "../world/gaps/Gap.ts"
import type { Documented, Gap } from "../world/gaps/Gap.ts"
import { checkChoice, gaps, instead, isGap, optionIn, readChoice } from "../world/gaps/options.ts"
import type { Choices } from "../world/gaps/options.ts"
import { unknownName } from "../world/json.ts"
import { CurrentTenant } from "./context.ts"
import { BadRequestProblem, NotFoundProblem, emptyControlApi, defined, makeGroup } from "./group.ts"

/** A point that the interface leaves open, and the choice of the tenant. */
export const GapEntry = Schema.Struct({
  id: Schema.String,
  section: Schema.String,
  choice: Schema.Unknown,
  /** The default choice. */
  first: Schema.Unknown,
  /** The valid choices, as text; absent if there is only one. */
  accepts: Schema.optionalKey(Schema.String),
  /** The valid choices, as data. */
  takes: Schema.optionalKey(Takes),
  /** Other behaviour of a service that is not implemented. */
  alternatives: Schema.optionalKey(Schema.String),
  reason: Schema.String,
  /** The ids of requests in the journal whose responses rely on the choice. */
  relied: Schema.Array(Schema.Int)
}).annotate({ identifier: "Gap" })
export type GapEntry = typeof GapEntry.Type

/** A choice: the text after the `=` of `--gap id=choice`, or JSON. */
const GapChoice = Schema.Struct({ choice: Schema.Json }).annotate({ identifier: "GapChoice" })

const params = { id: Schema.String.check(nameCheck("a gap")) }

/** The gaps, with the choices of a tenant. */
export const GapsGroup = makeGroup("gaps", {
  "List the gaps of the interface and the choice at each": get("list", "/gaps", { success: Schema.Array(GapEntry) }),
  "Read a gap and the requests that relied on its choice": get("read", "/gaps/:id", {
    params,
    success: GapEntry,
    error: NotFoundProblem
  }),
  "Choose at a gap, in both regions": put("choose", "/gaps/:id", {
    params,
    payload: GapChoice,
    success: GapEntry,
    error: [NotFoundProblem, BadRequestProblem]
  }),
  "Return to the first choice at a gap": remove("reset", "/gaps/:id", {
    params,
    success: GapEntry,
    error: NotFoundProblem
  })
})

const register: Readonly<Record<string, Gap | Documented>> = { ...gaps, ...documented }

const choicesOf = ({ regions }: Tenant): Partial<Choices> => MutableRef.get(regions.us.world).settings.choices

/** Returns the ids of the requests in the journal that rely on each gap. */
const reliedOn = ({ journal }: Tenant): ReadonlyMap<string, ReadonlyArray<{ readonly id: number }>> => {
  const pairs = (journal?.all() ?? []).flatMap(({ gaps, id }) =>
    Array.from(gaps, (gap): { readonly gap: string; readonly id: number } => ({ gap, id }))
  )
  return Map.groupBy(pairs, ({ gap }) => gap)
}

const entryOf = (id: string, point: Gap | Documented, tenant: Tenant, relied = reliedOn(tenant)): GapEntry => {
  const choices = choicesOf(tenant)
  const { alternatives, reason, section } = point
  const about = defined({ id, section, reason, relied: (relied.get(id) ?? []).map(({ id }) => id), alternatives })
  if ("only" in point) return { ...about, choice: point.only, first: point.only }
  const { accepts, first, takes } = point
  return { ...about, accepts, takes, first, choice: isGap(id) ? optionIn(choices, id) : first }
}

const find = (id: string) =>
  Effect.fromNullishOr(Object.hasOwn(register, id) ? register[id] : undefined).pipe(
    Effect.mapError(() => unknownName("gap", id, Object.keys(register), "GET /__mock/gaps lists them")),
    Effect.mapError((detail) => new NotFoundProblem({ detail }))
  )

/** Sets the choices of both regions. */
const setChoices = (tenant: Tenant, choices: Partial<Choices>) =>
  Effect.sync(() => Changes.changeWorlds(tenant, (world) => ({ ...world, settings: { ...world.settings, choices } })))

const shown = Effect.fnUntraced(function* (id: string) {
  return entryOf(id, yield* find(id), yield* CurrentTenant)
})

export const layer = HttpApiBuilder.group(emptyControlApi.add(GapsGroup), "gaps", (handlers) =>
  handlers.handleAll({
    list: () =>
      Effect.map(CurrentTenant, (tenant) => {
        const relied = reliedOn(tenant)
        return Object.entries(register)
          .map(([id, point]) => entryOf(id, point, tenant, relied))
          .toSorted((one, other) => (one.id < other.id ? -1 : 1))
      }),
    read: ({ params }) => shown(params.id),
    choose: Effect.fnUntraced(function* ({ params: { id }, payload }) {
      yield* find(id)
      const here = yield* CurrentTenant
      const choice = yield* Effect.fromResult(
        Result.mapError(
          typeof payload.choice === "string" ? readChoice(`${id}=${payload.choice}`) : checkChoice(id, payload.choice),
          () => new BadRequestProblem({ detail: `The choice at ${id} is not valid. Use ${instead(id, undefined)}.` })
        )
      )
      yield* setChoices(here, { ...choicesOf(here), ...choice })
      return yield* shown(id)
    }),
    reset: Effect.fnUntraced(function* ({ params: { id } }) {
      yield* find(id)
      const here = yield* CurrentTenant
      if (isGap(id)) {
        const { [id]: _, ...others } = choicesOf(here)
        yield* setChoices(here, others)
      }
      return yield* shown(id)
    })
  })
)
