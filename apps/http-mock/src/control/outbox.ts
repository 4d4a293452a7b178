import { RegionName } from "@remote-assist/core/Region"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiError from "effect/http-api/HttpApiError"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as OpenApi from "effect/http-api/OpenApi"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as MutableRef from "effect/MutableRef"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import { Delivery, deliveriesOf, mailLink } from "../mail/Delivery.ts"
import type { Tenant } from "../tenants/Tenant.ts"
import { requestRegionUrl } from "../tenants/TenantName.ts"
import { mailKinds } from "../world/model/rows.ts"
import type { Mail } from "../world/model/rows.ts"
import type { World } from "../world/model/World.ts"
import { emptyControlApi, currentEmulator, currentTenant } from "./context.ts"

/** An e-mail that a region would have sent. */
export const OutboxMail = Schema.Struct({
  /** Counts from 1 in each region. */
  id: Schema.Int,
  kind: Schema.Literals(mailKinds),
  to: Schema.String,
  at: Schema.DateTimeUtcFromString,
  subject: Schema.String,
  /** What its link carries: what confirms, or the call it invites to. */
  token: Schema.optionalKey(Schema.String),
  /** Where its link leads; that of a confirmation is the address to POST to. */
  link: Schema.optionalKey(Schema.String),
  /** That of the enterprise that it is about. */
  api_key: Schema.optionalKey(Schema.String),
  /** What became of it where e-mails leave the process, by `--mail-to` and `--mail-webhook`. */
  deliveries: Schema.optionalKey(Schema.Array(Delivery))
}).annotate({ identifier: "OutboxMail" })
export type OutboxMail = typeof OutboxMail.Type

const filter = {
  /** `us` unless given. */
  region: Schema.optionalKey(RegionName),
  to: Schema.optionalKey(Schema.String),
  kind: Schema.optionalKey(Schema.Literals(mailKinds)),
  /** Only e-mails with a higher id: keep the last id seen and wait for the next, which counts no e-mail twice. */
  after: Schema.optionalKey(Schema.Int)
}

/** Which e-mails: each filter where given. */
export const OutboxQuery = Schema.Struct(filter)
export type OutboxQuery = typeof OutboxQuery.Type

/** How long {@link OutboxGroup} waits unless told. */
export const defaultWait = Duration.seconds(5)

/** The longest time to wait. */
const maxWait = Duration.minutes(1)

/** Which e-mail to wait for, and how long: a duration such as `10 seconds`, a minute at most. */
const OutboxWait = Schema.Struct({
  ...filter,
  timeout: Schema.optionalKey(
    Schema.DurationFromString.check(
      Schema.makeFilter((timeout) => Duration.between(timeout, { minimum: Duration.zero, maximum: maxWait }), {
        expected: "a duration from nothing to a minute"
      })
    )
  )
})
type OutboxWait = typeof OutboxWait.Type

/** No such e-mail came in time; `detail` says which there are. */
export class NoMailProblem extends HttpApiError.Problem<NoMailProblem>()("NoMailProblem", {
  type: "about:blank",
  status: 408,
  title: "Request Timeout"
}) {}

/** The e-mails of a tenant. */
export const OutboxGroup = HttpApiGroup.make("outbox")
  .add(
    HttpApiEndpoint.get("list", "/outbox", { query: OutboxQuery, success: Schema.Array(OutboxMail) }).annotate(
      OpenApi.Summary,
      "List the e-mails of a region"
    ),
    HttpApiEndpoint.get("wait", "/outbox/wait", {
      query: OutboxWait,
      success: OutboxMail,
      error: NoMailProblem
    }).annotate(OpenApi.Summary, "Wait for an e-mail; 408 if none comes in time")
  )
  .prefix("/__mock")
  .middleware(HttpApiMiddleware.ProblemDetails)

const shown = (mail: Mail, base: string): OutboxMail => {
  const { apiKey, at, id, kind, subject, to, token } = mail
  const link = mailLink(mail, base)
  const deliveries = deliveriesOf(mail)
  return {
    id,
    kind,
    to,
    at: DateTime.makeUnsafe(at),
    subject,
    ...(token === undefined ? {} : { token }),
    ...(link === undefined ? {} : { link }),
    ...(apiKey === undefined ? {} : { api_key: apiKey }),
    ...(deliveries === undefined ? {} : { deliveries })
  }
}

const matching = ({ outbox }: World, { after = 0, kind, to }: OutboxQuery): ReadonlyArray<Mail> =>
  [...HashMap.values(outbox)]
    .filter(
      (mail) =>
        mail.id > after &&
        (kind === undefined || mail.kind === kind) &&
        (to === undefined || mail.to.toLowerCase() === to.toLowerCase())
    )
    .toSorted((one, other) => one.id - other.id)

const baseHere = (request: HttpServerRequest.HttpServerRequest, { name }: Tenant, region: RegionName) =>
  Effect.map(currentEmulator, ({ secure }) => requestRegionUrl(request, secure, name, region))

const firstOf = ({ regions }: Tenant, { region = "us", ...query }: OutboxQuery) =>
  Effect.callback<Mail>((resume) => {
    const { watchers, world } = regions[region]
    const look = () => {
      const [mail] = matching(MutableRef.get(world), query)
      if (mail === undefined) return
      watchers.delete(look)
      resume(Effect.succeed(mail))
    }
    watchers.add(look)
    look()
    return Effect.sync(() => watchers.delete(look))
  })

const wanted = ({ after, kind, region = "us", to }: OutboxQuery) =>
  [
    kind === undefined ? "e-mail" : `e-mail of kind ${kind}`,
    to === undefined ? "" : ` to ${to}`,
    after === undefined ? "" : ` after ${after}`,
    ` of the region ${region}`
  ].join("")

const noMail = ({ regions }: Tenant, query: OutboxQuery) => {
  const world = MutableRef.get(regions[query.region ?? "us"].world)
  const mails = matching(world, {})
  const dropped = world.mailsDropped === 0 ? "" : ` The ${world.mailsDropped} oldest were dropped.`
  const there = mails.slice(-5).map(({ id, kind, to }) => `${id} ${kind} to ${to}`)
  return new NoMailProblem({
    detail: `No ${wanted(query)} came in time. The latest are: ${there.length === 0 ? "none" : there.join("; ")}.${dropped}`
  })
}

// a wait ends by the machine's time, whatever clock a test gives the emulator
const machine = Clock.Clock.defaultValue()

export const layer = HttpApiBuilder.group(emptyControlApi.add(OutboxGroup), "outbox", (handlers) =>
  handlers.handleAll({
    list: ({ query, request }) =>
      Effect.gen(function* () {
        const here = yield* currentTenant
        const { region = "us" } = query
        const base = yield* baseHere(request, here, region)
        return matching(MutableRef.get(here.regions[region].world), query).map((mail) => shown(mail, base))
      }),
    wait: ({ query: { timeout = defaultWait, ...query }, request }) =>
      Effect.gen(function* () {
        const here = yield* currentTenant
        const base = yield* baseHere(request, here, query.region ?? "us")
        const found = yield* Effect.timeoutOption(firstOf(here, query), timeout).pipe(
          Effect.provideService(Clock.Clock, machine)
        )
        return yield* Option.match(found, {
          onNone: () => Effect.fail(noMail(here, query)),
          onSome: (mail) => Effect.succeed(shown(mail, base))
        })
      })
  })
)
