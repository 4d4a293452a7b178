import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as MutableRef from "effect/MutableRef"
import * as Predicate from "effect/Predicate"

import type { Exchange } from "../../tenants/Journal.ts"
import { originOf } from "../../wire/request.ts"
import { chosenIn } from "../../world/gaps/Gaps.ts"
import { NotFoundProblem, emptyControlApi } from "../context/api.ts"
import { emulated, tenant, Registry } from "../context/current.ts"
import * as Entries from "./entries.ts"
import { follow } from "./entries.ts"
import * as Curl from "./exports.ts"
import * as Har from "./exports.ts"
import * as Hint from "./hint.ts"
import { JournalGroup } from "./JournalGroup.ts"
import type { Entry, JournalQuery } from "./JournalGroup.ts"

const journal = Effect.map(tenant, ({ journal }) => journal)

const exchanges = Effect.map(journal, (journal) => journal?.all() ?? [])

const kept = Effect.filterOrFail(
  journal,
  Predicate.isNotUndefined,
  () => new NotFoundProblem({ detail: "The emulator keeps no journal. Start it without --journal 0." })
)

const exchange = (id: number): Effect.Effect<Exchange, NotFoundProblem> =>
  Effect.flatMap(kept, ({ get }) =>
    Effect.fromOption(get(id)).pipe(
      Effect.mapError(
        () => new NotFoundProblem({ detail: `The journal has no entry ${id}. GET /__mock/journal lists them.` })
      )
    )
  )

const hasStatus = (status: string, { answer }: Exchange) =>
  answer !== undefined &&
  (status.endsWith("xx") ? String(answer.status)[0] === status[0] : answer.status === Number(status))

const matching = (
  all: ReadonlyArray<Exchange>,
  { limit, operation, region, since = 0, status }: JournalQuery
): ReadonlyArray<Entry> => {
  const found = all.filter(
    (one) =>
      one.id > since &&
      (region === undefined || one.region === region) &&
      (status === undefined || hasStatus(status, one)) &&
      (operation === undefined || one.operation === operation)
  )
  return (limit === undefined ? found : found.slice(-limit)).map(Entries.entry)
}

const writing = (request: HttpServerRequest.HttpServerRequest, { secrets }: { readonly secrets?: "true" | "false" }) =>
  Effect.zipWith(emulated, tenant, ({ apiKeyHeader, secure }, { regions }) => ({
    origin: originOf(request, secure),
    apiKeyHeader,
    secrets: secrets === "true",
    apiKeys: [regions.us, regions.eu].flatMap(({ world }) =>
      chosenIn(MutableRef.get(world).settings.choices, "api-key.value")
    )
  }))

export const layer = HttpApiBuilder.group(emptyControlApi.add(JournalGroup), "journal", (handlers) =>
  handlers.handleAll({
    list: ({ query }) => Effect.map(exchanges, (all) => matching(all, query)),
    clear: () =>
      Effect.map(journal, (journal) => {
        const removed = journal?.all().length ?? 0
        journal?.clear()
        return { removed }
      }),
    stream: () => Effect.map(kept, follow),
    har: ({ query, request }) => Effect.zipWith(exchanges, writing(request, query), Har.harOf),
    read: Effect.fnUntraced(function* ({ params: { id } }) {
      const one = yield* exchange(id)
      const { apiKeyHeader } = yield* emulated
      const { all } = yield* Registry
      const surroundings = { tenant: yield* tenant, all: all().map(({ tenant }) => tenant), apiKeyHeader }
      return Entries.whole(one, Hint.of(one, surroundings))
    }),
    curl: ({ params: { id }, query, request }) => Effect.zipWith(exchange(id), writing(request, query), Curl.curlOf)
  })
)
