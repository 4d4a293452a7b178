import { createHmac, randomUUID } from "node:crypto"

import { Agent, fetch as fetchByAgent } from "@effect/platform-node/Undici"
import type { RegionName } from "@remote-assist/core/Region"
import * as Secrets from "@remote-assist/core/Secrets"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as Predicate from "effect/Predicate"
import * as Schedule from "effect/Schedule"
import * as Semaphore from "effect/Semaphore"
import * as UndefinedOr from "effect/UndefinedOr"
import { LRUCache } from "lru-cache"
import { createTransport } from "nodemailer"

import type { MailerOf } from "../tenants/Tenant.ts"
import { regionUrl } from "../tenants/TenantName.ts"
import { isLocal } from "../wire/request.ts"
import { oneLine } from "../world/json.ts"
import type { Delivery, Mail } from "../world/model/rows.ts"
import { lastMail, mailsAfter } from "../world/model/World.ts"
import { mailLink, webhookKey } from "./addresses.ts"

/** Sends the e-mails of outboxes to a mail server, a webhook or both. */
export type MailDispatcher = Effect.Success<ReturnType<typeof make>>

interface Outgoing {
  /** An idempotency key, the same for each attempt. */
  readonly key: string
  readonly tenant: string
  readonly region: RegionName
  readonly mail: Mail
  readonly link: string | undefined
  /** The id of the request in the journal, or `undefined` without a journal. */
  readonly request: number | undefined
}

/** The failure of an attempt. If it is final, another attempt would fail too. */
interface Undelivered {
  readonly reason: string
  readonly isFinal: boolean
}

type Send = (outgoing: Outgoing) => Effect.Effect<void, Undelivered>

const maxWaiting = 1000

const maxConcurrent = 100

const timeout = "5 seconds"

// on exit, the emulator waits this long for e-mails in the queue
const exitTimeout = "1 second"

const retries = Schedule.exponential("250 millis", 3)

type RecordDelivery = (mail: Mail, delivery: Delivery) => void

/** Makes the queue of a destination, which sends e-mails in the background. Deliveries end with the scope. */
const makeQueue = Effect.fnUntraced(function* (
  by: Delivery["by"],
  { host, protocol }: URL,
  send: Send,
  record: RecordDelivery
) {
  const to = `${protocol}//${host}`
  const running = yield* FiberSet.make<void>()
  const run = yield* FiberSet.runtime(running)()
  const slots = Semaphore.makeUnsafe(maxConcurrent)
  let waiting = 0

  const deliver = (outgoing: Outgoing) => {
    const { mail, region, tenant } = outgoing
    let attempts = 0
    let error = `no answer within ${timeout}`
    const attempt = Effect.suspend(() => {
      attempts++
      return send(outgoing)
    })
    return attempt.pipe(
      Effect.tapError(({ reason }) => {
        error = reason
        return Effect.sync(() => record(mail, { by, status: "waiting", attempts, error }))
      }),
      Effect.retry({ schedule: retries, times: 3, while: ({ isFinal }) => !isFinal }),
      Effect.timeout(timeout),
      Effect.matchEffect({
        onSuccess: () => Effect.sync(() => record(mail, { by, status: "delivered", attempts })),
        onFailure: () => {
          record(mail, { by, status: "failed", attempts, error })
          return Effect.logWarning(
            `Cannot deliver e-mail ${mail.id} of ${region}, tenant ${tenant}, to ${to}: ${error}.`
          )
        }
      }),
      Effect.ensuring(Effect.sync(() => waiting--))
    )
  }

  const end = Effect.gen(function* () {
    yield* Effect.timeoutOption(FiberSet.awaitEmpty(running), exitTimeout)
    if (waiting > 0) yield* Effect.logWarning(`E-mails that were not delivered to ${to} before the exit: ${waiting}.`)
  })

  const enqueue = (outgoing: Outgoing) => {
    if (waiting >= maxWaiting) {
      const error = `the queue to ${to} has ${maxWaiting} e-mails`
      return record(outgoing.mail, { by, status: "failed", attempts: 0, error })
    }
    waiting++
    record(outgoing.mail, { by, status: "waiting", attempts: 0 })
    run(slots.withPermits(1)(deliver(outgoing)))
  }
  return { end, enqueue }
})

type Destinations = Readonly<Record<"mailTo" | "mailWebhook" | "mailWebhookSecret", string | undefined>>

export const make = Effect.fnUntraced(
  function* ({ mailTo, mailWebhook, mailWebhookSecret }: Destinations, initialOrigin: string) {
    const deliveries = new LRUCache<Mail, { readonly [By in Delivery["by"]]?: Delivery }>({ max: 10_000 })
    const record: RecordDelivery = (mail, delivery) => {
      deliveries.set(mail, { ...deliveries.get(mail), [delivery.by]: delivery })
    }
    const queues: Array<Effect.Success<ReturnType<typeof makeQueue>>> = []
    if (mailTo !== undefined) {
      const url = new URL(mailTo)
      queues.push(yield* makeQueue("smtp", url, makeMail(url), record))
    }
    if (mailWebhook !== undefined) {
      const url = new URL(mailWebhook)
      queues.push(yield* makeQueue("webhook", url, makePost(url, webhookKey(mailWebhookSecret ?? "")), record))
    }
    yield* Effect.addFinalizer(() => Effect.forEach(queues, ({ end }) => end, { concurrency: "unbounded" }))
    let origin = initialOrigin
    const mailerOf: MailerOf = (tenant, region) => ({
      deliveries: (mail) => UndefinedOr.map(deliveries.get(mail), Object.values),
      dispatch: (before, after, exchange) => {
        const request = exchange === undefined || exchange.id === 0 ? undefined : exchange.id
        for (const mail of mailsAfter(after, lastMail(before))) {
          const link = mailLink(mail, regionUrl(origin, tenant, region))
          for (const { enqueue } of queues) enqueue({ key: randomUUID(), tenant, region, mail, link, request })
        }
      }
    })
    return {
      mailerOf,
      /** Sets the origin of the links in e-mails. */
      setOrigin: (next: string) => {
        origin = next
      }
    }
  },
  // deliveries use the machine's clock, even if a test sets the emulator's clock
  Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
)

const messageOf = ({ key, link, mail, region, request, tenant }: Outgoing) => ({
  from: { name: "Remote assistance", address: "no-reply@remote-assist.example" },
  // an object, as a text is parsed as a list of addresses
  to: { name: "", address: mail.to },
  subject: mail.subject,
  date: new Date(mail.at),
  messageId: `<${key}@remote-assist.example>`,
  text: [
    mail.subject,
    link && `Open this address${mail.token === undefined ? "" : " to confirm"}:\n${link}`,
    mail.token && `Token: ${mail.token}`,
    mail.apiKey && `API key: ${mail.apiKey}`,
    `E-mail ${mail.id} (${mail.kind}) of the emulated region ${region}, tenant ${tenant}.`
  ]
    .filter(Predicate.isNotUndefined)
    .join("\n\n"),
  headers: {
    "X-Mock-Tenant": tenant,
    "X-Mock-Region": region,
    "X-Mock-Kind": mail.kind,
    "X-Mock-Mail": String(mail.id),
    ...(request === undefined ? {} : { "X-Mock-Request": String(request) })
  }
})

const credentialsOf = ({ password, username }: URL) => [username, password].map(decodeURIComponent)

/** Sends e-mails to a mail server, each over its own connection. */
const makeMail = (url: URL): Send => {
  const server = new URL(url)
  server.port ||= url.protocol === "smtps:" ? "465" : "25"
  // local servers have self-signed certificates
  const transport = createTransport({ url: server.href, tls: { rejectUnauthorized: !isLocal(url.hostname) } })
  // a server may repeat the rejected credentials
  const mask = Secrets.masker(credentialsOf(url))
  const failureOf = (error: unknown): Undelivered => {
    const code = Predicate.hasProperty(error, "responseCode") ? Number(error.responseCode) : 0
    const isLogIn = Predicate.hasProperty(error, "code") && error.code === "EAUTH"
    const reason = isLogIn ? `the server rejected the log-in (${code})` : mask(String(error).replace(/^Error: /, ""))
    return { reason: oneLine(reason, 300), isFinal: code >= 500 }
  }
  return (outgoing) =>
    Effect.tryPromise({
      try: (signal) => transport.sendMail(Object.assign(messageOf(outgoing), { signal })),
      catch: failureOf
    })
}

/** Returns the headers that sign a message; the timestamp is in seconds. Source: Standard Webhooks 1.0.0. */
export const sign = (key: Uint8Array, id: string, timestamp: number, body: string) => ({
  "webhook-id": id,
  "webhook-timestamp": String(timestamp),
  "webhook-signature": `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`
})

const bodyOf = ({ link, mail: { apiKey: api_key, at, url: _, ...mail }, region, request, tenant }: Outgoing) =>
  JSON.stringify({ tenant, region, ...mail, at: new Date(at).toISOString(), link, api_key, request })

// the server may accept it later
const temporary = new Set([408, 425, 429])

const unreachable = (error: unknown): Undelivered => {
  const cause = error instanceof Error ? error.cause : undefined
  const reason = Predicate.hasProperty(cause, "code") ? cause.code : (cause ?? error)
  return { reason: `no connection (${oneLine(String(reason), 300)})`, isFinal: false }
}

/** Posts e-mails to a webhook, signed if there is a key. */
const makePost = (url: URL, key: Uint8Array | undefined): Send => {
  // fetch rejects credentials in a URL
  const address = Object.assign(new URL(url), { username: "", password: "" })
  // without the proxy of the environment, which cannot connect to this machine; local servers have self-signed certificates
  const local = isLocal(url.hostname) ? new Agent({ connect: { rejectUnauthorized: false } }) : undefined
  const authorization =
    address.href !== url.href && `Basic ${Buffer.from(credentialsOf(url).join(":")).toString("base64")}`
  return Effect.fnUntraced(function* (outgoing) {
    const timestamp = Math.floor((yield* Clock.currentTimeMillis) / 1000)
    const body = bodyOf(outgoing)
    const headers = {
      "content-type": "application/json",
      ...(authorization && { authorization }),
      ...(key && sign(key, outgoing.key, timestamp, body)),
      "idempotency-key": outgoing.key,
      "x-mock-tenant": outgoing.tenant
    }
    const response = yield* Effect.tryPromise({
      try: (signal) => {
        const post = { method: "POST", redirect: "manual", body, headers, signal } as const
        return local === undefined ? fetch(address, post) : fetchByAgent(address, { ...post, dispatcher: local })
      },
      catch: unreachable
    })
    yield* Effect.ignore(Effect.tryPromise(() => response.body?.cancel() ?? Promise.resolve()))
    const { ok, status } = response
    const isFinal = status < 500 && !temporary.has(status)
    if (!ok) return yield* Effect.fail({ reason: `it responded with ${status}`, isFinal })
  })
}
