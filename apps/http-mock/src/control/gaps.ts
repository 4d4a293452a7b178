import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as MutableRef from "effect/MutableRef"
import * as Result from "effect/Result"

import * as Changes from "../tenants/changes.ts"
import type { Tenant } from "../tenants/Tenant.ts"
import { checkChoice, readChoice } from "../world/gaps/choice.ts"
import { chosenIn, documented, gaps } from "../world/gaps/Gaps.ts"
import type { Choices, Documented, Gap, GapId } from "../world/gaps/Gaps.ts"
import { BadRequestProblem, NotFoundProblem, emptyControlApi } from "./context/api.ts"
import { tenant } from "./context/current.ts"
import { GapsGroup } from "./ControlApi.ts"
import type { GapEntry } from "./ControlApi.ts"

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
  return { ...about, accepts, takes, first, choice: isGap(id) ? chosenIn(taken, id) : first }
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
  return entryOf(id, yield* find(id), yield* tenant)
})

export const layer = HttpApiBuilder.group(emptyControlApi.add(GapsGroup), "gaps", (handlers) =>
  handlers.handleAll({
    list: () =>
      Effect.map(tenant, (tenant) => {
        const relied = reliedOn(tenant)
        return Object.entries(register)
          .map(([id, point]) => entryOf(id, point, tenant, relied))
          .toSorted((one, other) => (one.id < other.id ? -1 : 1))
      }),
    read: ({ params }) => shown(params.id),
    choose: Effect.fnUntraced(function* ({ params: { id }, payload }) {
      yield* find(id)
      const here = yield* tenant
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
      const here = yield* tenant
      if (isGap(id)) {
        const { [id]: _, ...others } = takenBy(here)
        yield* take(here, others)
      }
      return yield* shown(id)
    })
  })
)
