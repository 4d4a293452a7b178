import type { RegionName } from "@remote-assist/core/Region"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as MutableRef from "effect/MutableRef"
import * as Option from "effect/Option"

import { deliveriesOf, linkOf } from "../mail/Delivery.ts"
import type { Tenant } from "../tenants/Tenant.ts"
import { baseFor } from "../tenants/TenantName.ts"
import type { Mail } from "../world/model/rows.ts"
import type { World } from "../world/model/World.ts"
import { emptyControlApi } from "./context/api.ts"
import { emulated, tenant } from "./context/current.ts"
import { OutboxGroup, defaultWait, NoMailProblem } from "./OutboxGroup.ts"
import type { OutboxMail, OutboxQuery } from "./OutboxGroup.ts"

const shown = (mail: Mail, base: string): OutboxMail => {
  const { apiKey, at, id, kind, subject, to, token } = mail
  const link = linkOf(mail, base)
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
  Effect.map(emulated, ({ secure }) => baseFor(request, secure, name, region))

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
        const here = yield* tenant
        const { region = "us" } = query
        const base = yield* baseHere(request, here, region)
        return matching(MutableRef.get(here.regions[region].world), query).map((mail) => shown(mail, base))
      }),
    wait: ({ query: { timeout = defaultWait, ...query }, request }) =>
      Effect.gen(function* () {
        const here = yield* tenant
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
