import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as MutableRef from "effect/MutableRef"
import * as Predicate from "effect/Predicate"

import type { Exchange } from "../tenants/Journal.ts"
import { originOf } from "../wire/request.ts"
import { optionIn } from "../world/gaps/options.ts"
import { NotFoundProblem, emptyControlApi, currentEmulator, currentTenant, AllTenants } from "./context.ts"
import { toEntry, toWholeEntry, streamEntries, JournalGroup } from "./journalEntries.ts"
import type { Entry, JournalQuery } from "./journalEntries.ts"
import * as Har from "./journalExports.ts"
import { toCurl } from "./journalExports.ts"
import { findHint } from "./journalHints.ts"

const journal = Effect.map(currentTenant, ({ journal }) => journal)

const exchanges = Effect.map(journal, (journal) => journal?.all() ?? [])

const enabledJournal = Effect.filterOrFail(
  journal,
  Predicate.isNotUndefined,
  () => new NotFoundProblem({ detail: "The journal is disabled. Start the emulator without --journal 0." })
)

const exchange = (id: number): Effect.Effect<Exchange, NotFoundProblem> =>
  Effect.flatMap(enabledJournal, ({ get }) =>
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
  return (limit === undefined ? found : found.slice(-limit)).map(toEntry)
}

const exportOptions = (
  request: HttpServerRequest.HttpServerRequest,
  { secrets }: { readonly secrets?: "true" | "false" }
) =>
  Effect.zipWith(currentEmulator, currentTenant, ({ apiKeyHeader, secure }, { regions }) => ({
    origin: originOf(request, secure),
    apiKeyHeader,
    secrets: secrets === "true",
    apiKeys: [regions.us, regions.eu].flatMap(({ world }) =>
      optionIn(MutableRef.get(world).settings.choices, "api-key.value")
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
    stream: () => Effect.map(enabledJournal, streamEntries),
    har: ({ query, request }) => Effect.zipWith(exchanges, exportOptions(request, query), Har.toHar),
    read: Effect.fnUntraced(function* ({ params: { id } }) {
      const one = yield* exchange(id)
      const { apiKeyHeader } = yield* currentEmulator
      const { all } = yield* AllTenants
      const surroundings = { tenant: yield* currentTenant, all: all().map(({ tenant }) => tenant), apiKeyHeader }
      return toWholeEntry(one, findHint(one, surroundings))
    }),
    curl: ({ params: { id }, query, request }) => Effect.zipWith(exchange(id), exportOptions(request, query), toCurl)
  })
)
