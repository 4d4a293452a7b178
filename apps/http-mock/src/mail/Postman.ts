import { randomUUID } from "node:crypto"

import type { RegionName } from "@remote-assist/core/Region"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"

import { baseOf } from "../tenants/baseAddress.ts"
import type { Exchange } from "../tenants/journal/Exchange.ts"
import type { Mail } from "../world/model/rows.ts"
import type { World } from "../world/model/World.ts"
import * as Lane from "./Lane.ts"
import { linkOf } from "./link.ts"
import type { Carrier } from "./Outgoing.ts"

/** Where e-mails are sent to, beside the outbox. */
export interface Ways {
  /** A mail server. */
  readonly server: URL | undefined
  readonly webhook: URL | undefined
}

/** Sends the e-mails of outboxes on. */
export interface Postman {
  /** Takes the e-mails that a transition has sent. */
  readonly take: (
    place: { readonly tenant: string; readonly region: RegionName },
    before: World,
    after: World,
    exchange: Exchange | undefined
  ) => void
  /** Says where the links of e-mails are to lead. */
  readonly at: (origin: string) => void
}

// who ends the emulator waits for it
const lastMoment = Duration.seconds(1)

// e-mails go by the machine's time, whatever clock a test gives the emulator
const machine = Clock.Clock.defaultValue()

const carriersOf = Effect.fnUntraced(function* ({ server, webhook }: Ways) {
  const carriers: Array<Carrier> = []
  if (server !== undefined) carriers.push((yield* Effect.promise(() => import("./smtp.ts"))).make(server))
  if (webhook !== undefined) carriers.push((yield* Effect.promise(() => import("./webhook.ts"))).make(webhook))
  return carriers
})

const lastId = ({ mailsDropped, outbox }: World) => mailsDropped + HashMap.size(outbox)

/** The e-mails that the world has beyond another before it. */
const sentBetween = (before: World, after: World): ReadonlyArray<Mail> => {
  const first = lastId(before) + 1
  return Array.from({ length: Math.max(0, lastId(after) - first + 1) }, (_, index) =>
    HashMap.get(after.outbox, first + index)
  ).flatMap(Option.toArray)
}

const ending = (lanes: ReadonlyArray<Lane.Lane>) =>
  Effect.gen(function* () {
    yield* Effect.timeoutOption(
      Effect.forEach(lanes, ({ idle }) => idle, { concurrency: "unbounded", discard: true }),
      lastMoment
    )
    for (const { pending, to } of lanes)
      if (pending() > 0) yield* Effect.logWarning(`E-mails that did not get to ${to} before the end: ${pending()}.`)
  })

/** Begins to send e-mails on; what is on its way when the scope closes gets a last moment. */
export const make = Effect.fnUntraced(
  function* (ways: Ways, origin: string) {
    const lanes = yield* Effect.forEach(yield* carriersOf(ways), Lane.make)
    yield* Effect.addFinalizer(() => ending(lanes))
    let base = origin
    const postman: Postman = {
      at: (origin) => {
        base = origin
      },
      take: ({ region, tenant }, before, after, exchange) => {
        const request = exchange === undefined || exchange.id === 0 ? undefined : exchange.id
        for (const mail of sentBetween(before, after)) {
          const link = linkOf(mail, baseOf(base, tenant, region))
          const outgoing = { key: randomUUID(), tenant, region, mail, link, request }
          for (const lane of lanes) lane.put(outgoing)
        }
      }
    }
    return postman
  },
  Effect.provideService(Clock.Clock, machine)
)
