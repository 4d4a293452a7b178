import { randomUUID } from "node:crypto"

import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FiberSet from "effect/FiberSet"
import * as HashMap from "effect/HashMap"
import * as Schedule from "effect/Schedule"
import * as Semaphore from "effect/Semaphore"
import { LRUCache } from "lru-cache"

import type { MailerOf } from "../tenants/Tenant.ts"
import { regionUrl } from "../tenants/TenantName.ts"
import type { Delivery, Mail } from "../world/model/rows.ts"
import type { World } from "../world/model/World.ts"
import { mailLink } from "./addresses.ts"
import { makeSmtpTransport, makeWebhookTransport } from "./MailTransport.ts"
import type { MailTransport, Outgoing } from "./MailTransport.ts"

interface Destinations {
  readonly server: URL | undefined
  readonly webhook: URL | undefined
  /** The key that signs posts to the webhook, or `undefined`. */
  readonly webhookKey: Uint8Array | undefined
}

/** Sends the e-mails of outboxes to a mail server, a webhook or both. */
export interface MailDispatcher {
  readonly mailerOf: MailerOf
  /** Sets the origin of the links in e-mails. */
  readonly setOrigin: (origin: string) => void
}

type Record = (mail: Mail, delivery: Delivery) => void

const maxWaiting = 1000

const timeout = Duration.seconds(5)

// on exit, the emulator waits this long for e-mails in the queue
const exitTimeout = Duration.seconds(1)

// an e-mail that takes longer does not hold up the next ones
const overtakingDelay = Duration.millis(100)

const retries = Schedule.exponential("250 millis", 3)

// delivery uses the machine's clock, even if a test sets the emulator's clock
const machine = Clock.Clock.defaultValue()

/** Returns the function that queues an e-mail for a destination. Deliveries end with the scope. */
const makeQueue = Effect.fnUntraced(function* ({ by, send, to }: MailTransport, record: Record) {
  const running = yield* FiberSet.make<void>()
  const run = yield* FiberSet.runtime(running)()
  const turns = Semaphore.makeUnsafe(1)
  let pending = 0

  const deliver = (outgoing: Outgoing) => {
    const { mail, region, tenant } = outgoing
    let attempts = 0
    let lastError: string | undefined
    const attempt = Effect.suspend(() => {
      attempts++
      return Effect.tapError(send(outgoing), ({ reason }) =>
        Effect.sync(() => {
          lastError = reason
          record(mail, { by, status: "waiting", attempts, error: reason })
        })
      )
    })
    return attempt.pipe(
      Effect.retry({ schedule: retries, times: 3, while: ({ isFinal }) => !isFinal }),
      Effect.timeoutOrElse({
        duration: timeout,
        orElse: () => Effect.fail({ reason: lastError ?? "no answer within 5 seconds" })
      }),
      Effect.matchEffect({
        onSuccess: () => Effect.sync(() => record(mail, { by, status: "delivered", attempts })),
        onFailure: ({ reason }) => {
          record(mail, { by, status: "failed", attempts, error: reason })
          return Effect.logWarning(
            `Cannot deliver e-mail ${mail.id} of ${region}, tenant ${tenant}, to ${to}: ${reason}.`
          )
        }
      }),
      Effect.ensuring(Effect.sync(() => pending--))
    )
  }

  yield* Effect.addFinalizer(() =>
    Effect.gen(function* () {
      yield* Effect.timeoutOption(FiberSet.awaitEmpty(running), exitTimeout)
      if (pending > 0) yield* Effect.logWarning(`E-mails that were not delivered to ${to} before the exit: ${pending}.`)
    })
  )

  return (outgoing: Outgoing) => {
    if (pending >= maxWaiting) {
      const error = `the queue to ${to} has ${maxWaiting} e-mails`
      return record(outgoing.mail, { by, status: "failed", attempts: 0, error })
    }
    pending++
    record(outgoing.mail, { by, status: "waiting", attempts: 0 })
    run(
      turns.withPermits(1)(
        Effect.suspend(() => Effect.asVoid(Effect.timeoutOption(Fiber.await(run(deliver(outgoing))), overtakingDelay)))
      )
    )
  }
})

/** Returns the e-mails that a change added, in their order. */
const sentBetween = ({ mailsDropped, outbox }: World, after: World): ReadonlyArray<Mail> =>
  HashMap.toValues(after.outbox)
    .filter(({ id }) => id > mailsDropped + HashMap.size(outbox))
    .toSorted((one, other) => one.id - other.id)

export const make = Effect.fnUntraced(
  function* ({ server, webhook, webhookKey }: Destinations, initialOrigin: string) {
    const deliveries = new LRUCache<Mail, ReadonlyArray<Delivery>>({ max: 10_000 })
    const record: Record = (mail, delivery) => {
      const known = deliveries.get(mail) ?? []
      const next = known.some(({ by }) => by === delivery.by)
        ? known.map((one) => (one.by === delivery.by ? delivery : one))
        : [...known, delivery]
      deliveries.set(mail, next)
    }
    const transports = [
      ...(server === undefined ? [] : [makeSmtpTransport(server)]),
      ...(webhook === undefined ? [] : [makeWebhookTransport(webhook, webhookKey)])
    ]
    const queues = yield* Effect.forEach(transports, (transport) => makeQueue(transport, record))
    let origin = initialOrigin
    const dispatcher: MailDispatcher = {
      setOrigin: (next) => {
        origin = next
      },
      mailerOf: (tenant, region) => ({
        deliveries: (mail) => deliveries.get(mail),
        dispatch: (before, after, exchange) => {
          const request = exchange === undefined || exchange.id === 0 ? undefined : exchange.id
          for (const mail of sentBetween(before, after)) {
            const link = mailLink(mail, regionUrl(origin, tenant, region))
            for (const enqueue of queues) enqueue({ key: randomUUID(), tenant, region, mail, link, request })
          }
        }
      })
    }
    return dispatcher
  },
  Effect.provideService(Clock.Clock, machine)
)
