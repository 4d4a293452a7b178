import { randomUUID } from "node:crypto"

import type { RegionName } from "@remote-assist/core/Region"
import type * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"

import type { Exchange } from "../tenants/Journal.ts"
import { regionUrl } from "../tenants/TenantName.ts"
import type { Mail } from "../world/model/rows.ts"
import type { World } from "../world/model/World.ts"
import { mailLink, note } from "./Delivery.ts"
import { makeSmtpTransport, Undelivered, makeWebhookTransport } from "./MailTransport.ts"
import type { MailTransport, Outgoing } from "./MailTransport.ts"

export interface Destinations {
  readonly server: URL | undefined
  readonly webhook: URL | undefined
}

/** Sends the e-mails of outboxes to other destinations. */
export interface MailDispatcher {
  /** Takes the e-mails that a transition has sent. */
  readonly take: (
    place: { readonly tenant: string; readonly region: RegionName },
    before: World,
    after: World,
    exchange: Exchange | undefined
  ) => void
  /** Sets where the links of e-mails lead. */
  readonly at: (origin: string) => void
}

const maxWaiting = 1000

const timeout = Duration.seconds(5)

// the end of the emulator waits this long for e-mails
const lastMoment = Duration.seconds(1)

const retries = Schedule.exponential("250 millis", 3)

// e-mails go by the machine's time, whatever clock a test gives the emulator
const machine = Clock.Clock.defaultValue()

/** Starts the queue of a destination. It ends with the scope, after a last moment for the e-mails in it. */
const makeQueue = Effect.fnUntraced(function* ({ by, send, to }: MailTransport) {
  const queue = yield* Queue.dropping<Outgoing, Cause.Done>(maxWaiting)
  let pending = 0

  const deliver = ({ mail, ...place }: Outgoing) => {
    let attempts = 0
    let last: string | undefined
    const attempt = Effect.suspend(() => {
      attempts++
      return Effect.tapError(send({ ...place, mail }), ({ reason }) =>
        Effect.sync(() => {
          last = reason
          note(mail, { by, status: "waiting", attempts, error: reason })
        })
      )
    })
    return attempt.pipe(
      Effect.retry({ schedule: retries, times: 3, while: ({ isFinal }) => !isFinal }),
      Effect.timeoutOrElse({
        duration: timeout,
        orElse: () => Effect.fail(new Undelivered({ reason: last ?? "no answer within 5 seconds", isFinal: false }))
      }),
      Effect.matchEffect({
        onSuccess: () => Effect.sync(() => note(mail, { by, status: "delivered", attempts })),
        onFailure: ({ reason }) => {
          note(mail, { by, status: "failed", attempts, error: reason })
          return Effect.logWarning(
            `The e-mail ${mail.id} of ${place.region}, tenant ${place.tenant}, did not get to ${to}: ${reason}.`
          )
        }
      }),
      Effect.ensuring(Effect.sync(() => pending--))
    )
  }

  const worker = yield* Effect.forkScoped(Stream.runForEach(Stream.fromQueue(queue), deliver))

  yield* Effect.addFinalizer(() =>
    Effect.gen(function* () {
      yield* Queue.end(queue)
      yield* Effect.timeoutOption(Fiber.await(worker), lastMoment)
      if (pending > 0) yield* Effect.logWarning(`E-mails that did not get to ${to} before the end: ${pending}.`)
    })
  )

  return (outgoing: Outgoing): void => {
    if (Queue.offerUnsafe(queue, outgoing)) {
      pending++
      note(outgoing.mail, { by, status: "waiting", attempts: 0 })
    } else note(outgoing.mail, { by, status: "failed", attempts: 0, error: `${maxWaiting} wait for ${to} already` })
  }
})

const lastId = ({ mailsDropped, outbox }: World) => mailsDropped + HashMap.size(outbox)

/** The e-mails that the world has beyond another before it. */
const sentBetween = (before: World, after: World): ReadonlyArray<Mail> => {
  const first = lastId(before) + 1
  return Array.from({ length: Math.max(0, lastId(after) - first + 1) }, (_, index) =>
    HashMap.get(after.outbox, first + index)
  ).flatMap(Option.toArray)
}

export const make = Effect.fnUntraced(
  function* ({ server, webhook: hook }: Destinations, origin: string) {
    const carriers = [
      ...(server === undefined ? [] : [makeSmtpTransport(server)]),
      ...(hook === undefined ? [] : [makeWebhookTransport(hook)])
    ]
    const queues = yield* Effect.forEach(carriers, makeQueue)
    let base = origin
    const postman: MailDispatcher = {
      at: (origin) => {
        base = origin
      },
      take: ({ region, tenant }, before, after, exchange) => {
        const request = exchange === undefined || exchange.id === 0 ? undefined : exchange.id
        for (const mail of sentBetween(before, after)) {
          const link = mailLink(mail, regionUrl(base, tenant, region))
          for (const put of queues) put({ key: randomUUID(), tenant, region, mail, link, request })
        }
      }
    }
    return postman
  },
  Effect.provideService(Clock.Clock, machine)
)
