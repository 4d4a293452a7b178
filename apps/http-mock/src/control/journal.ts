import * as Jwt from "@remote-assist/core/Jwt"
import { RegionName } from "@remote-assist/core/Region"
import { distance } from "@remote-assist/core/Text"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpEffect from "effect/http/HttpEffect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as MutableRef from "effect/MutableRef"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Queue from "effect/Queue"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

import type { Exchange, Journal } from "../tenants/Journal.ts"
import type { RegionState, Tenant } from "../tenants/Tenant.ts"
import { bearerToken, headerOf, isUserToken, originOf, withoutBearer } from "../wire/request.ts"
import { decodeContent, responseBytes } from "../wire/response.ts"
import { optionIn } from "../world/gaps/options.ts"
import type { World } from "../world/model/World.ts"
import { NumericDate } from "../world/tokens/PartnerKey.ts"
import * as UserToken from "../world/tokens/UserToken.ts"
import { AllTenants, CurrentEmulator, CurrentTenant } from "./context.ts"
import { NotFoundProblem, emptyControlApi } from "./group.ts"
import { Entry, JournalGroup, toEntry, toWholeEntry } from "./journalEntries.ts"
import type { JournalQuery } from "./journalEntries.ts"
import * as Har from "./journalExports.ts"

interface HintContext {
  readonly tenant: Tenant
  readonly all: ReadonlyArray<Tenant>
  readonly apiKeyHeader: string
}

type Hint = string | undefined

const worldsOf = ({ regions }: Tenant) =>
  RegionName.literals.map((region) => ({ region, world: MutableRef.get(regions[region].world) }))

const keysOf = (world: World) => optionIn(world.settings.choices, "api-key.value")

const aboutKey = (exchange: Exchange, { apiKeyHeader, tenant }: HintContext): Hint => {
  const value = headerOf(exchange, apiKeyHeader)
  if (value === undefined) return undefined
  if (isUserToken(value)) return `The header ${apiKeyHeader} carries a user token, not an API key.`
  const bare = withoutBearer(value).replaceAll(/^["']|["']$/g, "")
  const home = worldsOf(tenant).find(({ world }) => keysOf(world).includes(bare))
  if (home === undefined) return undefined
  return bare === value
    ? `The API key is of the region ${home.region}, not of ${exchange.region}.`
    : `The header ${apiKeyHeader} takes the API key alone, without a scheme or quotes.`
}

// a branch has the signing keys of its original tenant
const homeOf = (token: string, { all, tenant }: HintContext) =>
  [tenant, ...all]
    .flatMap((tenant) => worldsOf(tenant).map(({ region, world }) => ({ tenant, region, world })))
    .find(({ world }) => Result.isSuccess(UserToken.verify(world.settings.key, token)))

const decodeExpiry = Jwt.decoder(Schema.Struct({ exp: NumericDate }))

const expiryOf = (token: string): number | undefined =>
  Option.getOrUndefined(
    Option.flatMap(Jwt.parse(token), ({ payload }) =>
      Result.getSuccess(Result.map(decodeExpiry(payload), ({ exp }) => exp * 1000))
    )
  )

const aboutOtherSecrets = (token: string, world: World): Hint => {
  if (keysOf(world).includes(token)) return "The header authorization carries the API key, not a user token."
  if (HashMap.has(world.refreshTokens, token))
    return "The header authorization carries a refresh token. Exchange it at POST /api/v1/auth/refresh for a user token."
  return HashMap.has(world.personalAccessTokenIds, token)
    ? "The header authorization carries a personal access token. Exchange it at POST /api/v1r1/auth/pat for a user token."
    : undefined
}

const aboutToken = (exchange: Exchange, context: HintContext): Hint => {
  const token = bearerToken(exchange)
  if (token === undefined) return undefined
  const home = homeOf(token, context)
  const { tenant } = context
  if (home !== undefined && home.tenant.name !== tenant.name)
    return `The token is of the tenant ${home.tenant.name}, region ${home.region}; the request is to ${tenant.name}.`
  if (home !== undefined && home.region !== exchange.region)
    return `The token is of the region ${home.region}; the request is to ${exchange.region}.`
  const until = expiryOf(token)
  if (until !== undefined && until <= exchange.at)
    return `The token expired at ${new Date(until).toISOString()}; the request came at ${new Date(exchange.at).toISOString()} of the tenant's clock.`
  return aboutOtherSecrets(token, MutableRef.get(tenant.regions[exchange.region].world))
}

const aboutFilter = ({ query }: Exchange): Hint => {
  const filter = /[?&]filter=([^&]*)/.exec(query)?.[1]
  if (filter === undefined) return undefined
  if (filter.includes("+")) return "The filter has a + that is read as a space. Write a plus sign as %2B."
  if (filter.includes("=")) return "The filter is not percent-encoded: its = is %3D, as in filter=email%3Da%40b.c."
  return undefined
}

const isEmptyList = ({ answer }: Exchange) =>
  answer !== undefined && /"total_entries":0\b/.test(decodeContent(responseBytes(answer)).text)

/** Returns the likely cause of an error response or an empty list that the response does not name, or `undefined`. */
export const findHint = (exchange: Exchange, context: HintContext): Hint => {
  const { answer, faults, operation, upstreamCall } = exchange
  if (answer === undefined || operation === undefined || faults.length > 0 || upstreamCall !== undefined)
    return undefined
  if (answer.status < 400) return isEmptyList(exchange) ? aboutFilter(exchange) : undefined
  const text = decodeContent(responseBytes(answer)).text
  if (/API key/.test(text)) return aboutKey(exchange, context)
  return /token/i.test(text) ? aboutToken(exchange, context) : aboutFilter(exchange)
}

const journal = Effect.map(CurrentTenant, ({ journal }) => journal)

const exchanges = Effect.map(journal, (journal) => journal?.all() ?? [])

const enabledJournal = Effect.filterOrFail(
  journal,
  Predicate.isNotUndefined,
  () => new NotFoundProblem({ detail: "The journal is disabled. Start the emulator without --journal 0." })
)

const exchange = (id: number): Effect.Effect<Exchange, NotFoundProblem, CurrentTenant> =>
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

// the service matches a path in any letter case, with or without a slash at its end
const asMatched = (url: string) => url.replace(/^[^?]*/, (path) => path.toLowerCase().replace(/\/$/, ""))

// with or without the region and the query, as the entries and the reports of failed tests show it
const hasPath = (wanted: string, { path, query, region }: Exchange) =>
  [path, `${path}${query}`, `/${region}${path}`, `/${region}${path}${query}`].some(
    (own) => asMatched(own) === asMatched(wanted)
  )

const matching = (
  all: ReadonlyArray<Exchange>,
  { limit, method, operation, path, region, since = 0, status }: JournalQuery
): ReadonlyArray<Entry> => {
  const found = all.filter(
    (one) =>
      one.id > since &&
      (region === undefined || one.region === region) &&
      (method === undefined || one.method === method.toUpperCase()) &&
      (path === undefined || hasPath(path, one)) &&
      (status === undefined || hasStatus(status, one)) &&
      (operation === undefined || one.operation === operation)
  )
  return (limit === undefined ? found : found.slice(-limit)).map(toEntry)
}

const maxNearest = 3

const maxPath = 100

/** Returns the requests that are most like a query: by the fields that match, by their paths, the newest first. */
const nearest = (all: ReadonlyArray<Exchange>, query: JournalQuery): ReadonlyArray<Entry> => {
  const single = Object.entries(query).map(([name, value]): JournalQuery => ({ [name]: value }))
  return all
    .map((one) => ({
      one,
      score: single.filter((query) => matching([one], query).length > 0).length,
      far: query.path === undefined ? 0 : distance(query.path.slice(0, maxPath), one.path.slice(0, maxPath))
    }))
    .toSorted((one, other) => other.score - one.score || one.far - other.far || other.one.id - one.one.id)
    .slice(0, maxNearest)
    .map(({ one }) => toEntry(one))
}

/** Names the newest dropped entry in a header, as a list has no field for it. */
const showDropped = ({ since = 0 }: JournalQuery) =>
  Effect.flatMap(journal, (journal) => {
    const dropped = journal?.lastDropped() ?? 0
    return dropped <= since
      ? Effect.void
      : HttpEffect.appendPreResponseHandler((_, response) =>
          Effect.succeed(HttpServerResponse.setHeader(response, "x-mock-dropped", String(dropped)))
        )
  })

const exportOptions = (
  request: HttpServerRequest.HttpServerRequest,
  { secrets }: { readonly secrets?: "true" | "false" }
) =>
  Effect.zipWith(CurrentEmulator, CurrentTenant, ({ apiKeyHeader, secure }, tenant) => ({
    origin: originOf(request, secure),
    apiKeyHeader,
    secrets: secrets === "true",
    apiKeys: worldsOf(tenant).flatMap(({ world }) => keysOf(world))
  }))

const encodeEntry = Schema.encodeSync(Schema.fromJsonString(Entry))

/** The buffer size for a slow client; its stream ends when the buffer is full. */
export const maxWaiting = 10_000

// a comment, so that the client gets the response head before the first entry
const greeting = ": entries from now on\n\n"

/**
 * Streams the entries of a journal from now on as Server-Sent Events, each when it ends; ends with the tenant. A change of the regions
 * is a comment.
 */
export const streamEntries = (
  journal: Journal,
  regions: ReadonlyArray<Pick<RegionState, "watchers">> = []
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.stream(
    Stream.callback<string>(
      (queue) =>
        Effect.acquireRelease(
          Effect.sync(() => {
            const stop = journal.follow({
              onExchange: (exchange) => {
                if (Queue.offerUnsafe(queue, `data: ${encodeEntry(toEntry(exchange))}\n\n`)) return
                stop()
                Queue.endUnsafe(queue)
              },
              onEnd: () => Queue.endUnsafe(queue)
            })
            // one is enough for a client that has not read the one before
            const announce = () =>
              void (Queue.sizeUnsafe(queue) > 0 || Queue.offerUnsafe(queue, ": the state changed\n\n"))
            for (const { watchers } of regions) watchers.add(announce)
            Queue.offerUnsafe(queue, greeting)
            return () => {
              stop()
              for (const { watchers } of regions) watchers.delete(announce)
            }
          }),
          (stop) => Effect.sync(stop)
        ),
      { bufferSize: maxWaiting, strategy: "dropping" }
    ).pipe(Stream.encodeText),
    { contentType: "text/event-stream" }
  )

export const layer = HttpApiBuilder.group(emptyControlApi.add(JournalGroup), "journal", (handlers) =>
  handlers.handleAll({
    list: ({ query }) =>
      Effect.tap(
        Effect.map(exchanges, (all) => matching(all, query)),
        showDropped(query)
      ),
    count: ({ query }) =>
      Effect.map(enabledJournal, (journal) => {
        const all = journal.all()
        const count = matching(all, query).length
        const dropped = journal.lastDropped()
        const warning = `The journal has dropped the entries up to ${dropped}, as it was full. Start the emulator with a larger journal.`
        return {
          count,
          nearest: count > 0 ? [] : nearest(all, query),
          ...(dropped > (query.since ?? 0) ? { warning } : {})
        }
      }),
    clear: () =>
      Effect.map(journal, (journal) => {
        const removed = journal?.all().length ?? 0
        journal?.clear()
        return { removed }
      }),
    stream: () =>
      Effect.zipWith(enabledJournal, CurrentTenant, (journal, { regions: { eu, us } }) =>
        streamEntries(journal, [us, eu])
      ),
    har: ({ query, request }) => {
      const exported = query.id === undefined ? exchanges : Effect.map(exchange(query.id), (one) => [one])
      return Effect.zipWith(exported, exportOptions(request, query), Har.toHar)
    },
    read: Effect.fnUntraced(function* ({ params: { id } }) {
      const one = yield* exchange(id)
      const { apiKeyHeader } = yield* CurrentEmulator
      const { all } = yield* AllTenants
      const surroundings = { tenant: yield* CurrentTenant, all: all().map(({ tenant }) => tenant), apiKeyHeader }
      return toWholeEntry(one, findHint(one, surroundings))
    }),
    curl: ({ params: { id }, query, request }) =>
      Effect.zipWith(exchange(id), exportOptions(request, query), Har.toCurl)
  })
)
