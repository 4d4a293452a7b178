import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"

import { sentencesOf } from "../../stubs/mapping/readMappings.ts"
import type { StubProblem } from "../../stubs/mapping/readMappings.ts"
import type { StubMapping, StubsGiven } from "../../stubs/mapping/StubMapping.ts"
import { stubsOrNew } from "../../stubs/registry.ts"
import type { Stub } from "../../stubs/Stub.ts"
import type { Stubs } from "../../stubs/Stubs.ts"
import type { TenantStubs } from "../../stubs/TenantStubs.ts"
import type { Exchange } from "../../tenants/journal/Exchange.ts"
import { tenant } from "../context/CurrentTenant.ts"
import { emptyControlApi } from "../context/emptyControlApi.ts"
import { BadRequestProblem, NotFoundProblem } from "../context/Problems.ts"
import { Registry } from "../context/Registry.ts"
import { StubsGroup } from "./StubsGroup.ts"
import type { StubList, UnmatchedRequest } from "./StubsGroup.ts"

/** The most mappings that a tenant has of its own. */
const mostOwn = 10_000

/** The most characters that they have together, as JSON. */
const mostCharacters = 64 * 1024 * 1024

// loaded by the first request for stubs, which keeps it out of those for all else
const here = Effect.gen(function* () {
  const tenants = yield* Registry
  const current = yield* tenant
  const { make } = yield* Effect.promise(() => import("../../stubs/Stubs.ts"))
  const shared = stubsOrNew(tenants, make)
  return { shared, stubs: shared.of(current), tenant: current }
})

const listed = (shared: Stubs, stubs: TenantStubs): StubList => {
  const all = stubs.all()
  const folder = new Set(shared.folder())
  return {
    mappings: all.map(({ mapping }) => mapping),
    meta: {
      total: all.length,
      shared: all.filter((stub) => folder.has(stub)).map(({ id }) => id),
      handlers: stubs.routes(),
      warnings: all.flatMap(({ warning }) => (warning === undefined ? [] : [warning])),
      scenarios: Object.fromEntries(stubs.scenarios.all())
    }
  }
}

const refused = (problems: ReadonlyArray<StubProblem>) => new BadRequestProblem({ detail: sentencesOf(problems) })

const sizeOf = ({ mapping }: Stub) => JSON.stringify(mapping).length

/** Puts stubs in the place of those that a tenant has. */
const settle = (stubs: TenantStubs, own: ReadonlyArray<Stub>) => {
  if (own.length > mostOwn)
    return Effect.fail(
      new BadRequestProblem({
        detail: `The tenant would have ${own.length} mappings of its own; it has ${mostOwn} at the most. DELETE /__mock/stubs removes them.`
      })
    )
  if (own.reduce((sum, stub) => sum + sizeOf(stub), 0) > mostCharacters)
    return Effect.fail(
      new BadRequestProblem({
        detail: `The mappings of the tenant would have more than ${mostCharacters} characters. DELETE /__mock/stubs removes them.`
      })
    )
  return Effect.sync(() => stubs.setOwn(own))
}

/** Adds mappings as WireMock does: of several the first is asked first, and one whose id is there takes its place. */
const add = Effect.fnUntraced(function* (
  shared: Stubs,
  stubs: TenantStubs,
  { importOptions = {}, mappings, meta: _, ...one }: StubsGiven
) {
  const { compileAll, identified } = yield* Effect.promise(() => import("../../stubs/compile.ts"))
  const { deleteAllNotInImport = false, duplicatePolicy = "OVERWRITE" } = importOptions
  const known = new Set(stubs.all().map(({ id }) => id))
  const identifiedOnes = (mappings ?? [one])
    .map((mapping) => identified(mapping, stubs.newId))
    .filter(({ id }) => duplicatePolicy === "OVERWRITE" || !known.has(id))
  const placeOf = (index: number) => (mappings === undefined ? "" : `mappings[${index}]`)
  const made = yield* Effect.mapError(compileAll(identifiedOnes, shared.files(), placeOf), refused)
  const twice = made.find(({ id }, index) => made.findIndex((other) => other.id === id) < index)
  if (twice !== undefined) return yield* new BadRequestProblem({ detail: `Two mappings have the id ${twice.id}.` })
  const byId = new Map(made.map((stub) => [stub.id, stub]))
  const kept = stubs.own().flatMap((stub) => {
    const next = byId.get(stub.id)
    byId.delete(stub.id)
    return next === undefined ? (deleteAllNotInImport ? [] : [stub]) : [next]
  })
  yield* settle(stubs, [...byId.values(), ...kept])
  return listed(shared, stubs)
})

const missing = (id: string) =>
  new NotFoundProblem({ detail: `There is no stub ${id}. GET /__mock/stubs lists those there are.` })

const found = (stubs: TenantStubs, id: string) => {
  const stub = stubs.all().find((one) => one.id === id.toLowerCase())
  return stub === undefined ? Effect.fail(missing(id)) : Effect.succeed(stub)
}

const put = Effect.fnUntraced(function* (shared: Stubs, stubs: TenantStubs, id: string, mapping: StubMapping) {
  const other = mapping.id ?? mapping.uuid ?? id
  if (other.toLowerCase() !== id.toLowerCase())
    return yield* new BadRequestProblem({
      detail: `The mapping has the id ${other}, the address ${id}. Leave one out.`
    })
  yield* add(shared, stubs, { ...mapping, id })
  return (yield* Effect.orDie(found(stubs, id))).mapping
})

const remove = Effect.fnUntraced(function* (stubs: TenantStubs, id: string) {
  const stub = yield* found(stubs, id)
  const own = stubs.own()
  if (!own.includes(stub))
    return yield* new BadRequestProblem({
      detail: `The stub ${id} is of the folder, in every tenant. PUT /__mock/stubs/${id} puts another in its place here.`
    })
  stubs.setOwn(own.filter((one) => one !== stub))
  return { removed: 1 }
})

// those that are looked at
const mostUnmatched = 100

const isUnmatched = ({ answer, operation, stub }: Exchange) =>
  operation === undefined && stub === undefined && answer?.status !== undefined

const unmatched = (
  stubs: TenantStubs,
  { body, id, headers, method, path, query, region }: Exchange
): UnmatchedRequest => ({
  id,
  region,
  method,
  path: path + query,
  near_misses: stubs
    .near({ region, method, path, query, headers, body })
    .map(({ reasons, stub }) => ({ id: stub.id, name: stub.name, reasons }))
})

export const layer = HttpApiBuilder.group(emptyControlApi.add(StubsGroup), "stubs", (handlers) =>
  handlers.handleAll({
    list: () => Effect.map(here, ({ shared, stubs }) => listed(shared, stubs)),
    make: ({ payload }) => Effect.flatMap(here, ({ shared, stubs }) => add(shared, stubs, payload)),
    clear: () =>
      Effect.map(here, ({ stubs }) => {
        const removed = stubs.own().length
        stubs.setOwn([])
        return { removed }
      }),
    unmatched: () =>
      Effect.flatMap(here, ({ stubs, tenant: { journal } }) =>
        Effect.forEach((journal?.all() ?? []).filter(isUnmatched).slice(-mostUnmatched), (exchange) =>
          // patterns may take their time, and others are asking
          Effect.map(Effect.yieldNow, () => unmatched(stubs, exchange))
        )
      ),
    reset: () =>
      Effect.map(here, ({ stubs: { scenarios } }) => {
        const { size } = scenarios.all()
        scenarios.reset()
        return { scenarios: size }
      }),
    read: ({ params: { id } }) =>
      Effect.flatMap(here, ({ stubs }) => Effect.map(found(stubs, id), ({ mapping }) => mapping)),
    put: ({ params: { id }, payload }) => Effect.flatMap(here, ({ shared, stubs }) => put(shared, stubs, id, payload)),
    remove: ({ params: { id } }) => Effect.flatMap(here, ({ stubs }) => remove(stubs, id))
  })
)
