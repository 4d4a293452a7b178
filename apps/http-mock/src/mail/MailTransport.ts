import { createHmac } from "node:crypto"

import { Agent, fetch as fetchByAgent } from "@effect/platform-node/Undici"
import type { RegionName } from "@remote-assist/core/Region"
import * as Secrets from "@remote-assist/core/Secrets"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { createTransport } from "nodemailer"

import { oneLine } from "../world/json.ts"
import type { Delivery, Mail } from "../world/model/rows.ts"
import { credentialsIn } from "./addresses.ts"

export interface Outgoing {
  /** An idempotency key, the same for each attempt. */
  readonly key: string
  readonly tenant: string
  readonly region: RegionName
  readonly mail: Mail
  readonly link: string | undefined
  /** The id of the request in the journal, or `undefined` without a journal. */
  readonly request: number | undefined
}

/** The failure of an attempt to deliver an e-mail. */
export interface Undelivered {
  readonly reason: string
  /** Whether another attempt would fail too. */
  readonly isFinal: boolean
}

export interface MailTransport {
  readonly by: Delivery["by"]
  /** The address without credentials, path and query. */
  readonly to: string
  readonly send: (outgoing: Outgoing) => Effect.Effect<void, Undelivered>
}

const withoutSecrets = ({ host, protocol }: URL) => `${protocol}//${host}`

const messageOf = ({ key, link, mail, region, request, tenant }: Outgoing) => ({
  from: { name: "Remote assistance", address: "no-reply@remote-assist.example" },
  // an object, as a text is parsed as a list of addresses
  to: { name: "", address: mail.to },
  subject: mail.subject,
  date: new Date(mail.at),
  messageId: `<${key}@remote-assist.example>`,
  text: [
    mail.subject,
    link && `${mail.token === undefined ? "Open" : "To confirm, POST to"} this address:\n${link}`,
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
  },
  disableFileAccess: true,
  disableUrlAccess: true
})

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, "$1")

const isLocal = (host: string) => /^(localhost|127(\.\d{1,3}){3}|::1)$/.test(host)

const codeIn = (error: unknown) =>
  Predicate.hasProperty(error, "responseCode") ? Number(error.responseCode) : undefined

/** Sends e-mails to a mail server, each over its own connection. */
export const makeSmtpTransport = (url: URL): MailTransport => {
  const host = hostOf(url)
  const login = credentialsIn(url)
  const transport = createTransport({
    host,
    port: url.port === "" ? (url.protocol === "smtps:" ? 465 : 25) : Number(url.port),
    secure: url.protocol === "smtps:",
    // local servers have self-signed certificates
    tls: { rejectUnauthorized: !isLocal(host) },
    ...(login === undefined ? {} : { auth: { user: login.user, pass: login.password } })
  })
  const mask = Secrets.masker(login === undefined ? [] : [login.password, login.user])
  const failureOf = (error: unknown) => {
    const code = codeIn(error)
    const isAuth = Predicate.hasProperty(error, "code") && error.code === "EAUTH"
    // a server may repeat the rejected credentials
    const reason = isAuth
      ? `the server rejected the log-in (${code})`
      : error instanceof Error
        ? error.message
        : String(error)
    return { reason: oneLine(mask(reason), 300), isFinal: code !== undefined && code >= 500 }
  }
  return {
    by: "smtp",
    to: withoutSecrets(url),
    send: (outgoing) =>
      Effect.tryPromise({
        try: (signal) => {
          const message = { ...messageOf(outgoing), signal }
          return transport.sendMail(message)
        },
        catch: failureOf
      })
  }
}

/** Returns the body for a webhook. */
const bodyOf = ({ link, mail: { apiKey: api_key, at, url: _, ...mail }, region, request, tenant }: Outgoing) =>
  JSON.stringify({ tenant, region, ...mail, at: new Date(at).toISOString(), link, api_key, request })

// the server may accept it later
const temporary = new Set([408, 425, 429])

const rejected = (status: number): Undelivered => ({
  reason: `it responded with ${status}${status >= 300 && status < 400 ? ", which is not followed" : ""}`,
  isFinal: status < 500 && !temporary.has(status)
})

const unreachable = (error: unknown): Undelivered => {
  const cause = Predicate.hasProperty(error, "cause") ? error.cause : undefined
  const reason = Predicate.hasProperty(cause, "code") ? String(cause.code) : cause instanceof Error ? cause.message : ""
  return { reason: reason === "" ? "no connection" : `no connection (${oneLine(reason)})`, isFinal: false }
}

/** Returns the `fetch` for a host. One for this machine ignores the proxy of the environment, which cannot connect to it. */
const makePost = (address: URL) => {
  const isHere = isLocal(hostOf(address))
  // local servers have self-signed certificates
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } })
  return (body: string, headers: Readonly<Record<string, string>>, signal: AbortSignal) => {
    const post = { method: "POST", redirect: "manual", body, headers, signal } as const
    return isHere ? fetchByAgent(address, { ...post, dispatcher }) : fetch(address, post)
  }
}

interface SignedMessage {
  readonly id: string
  /** Seconds since the epoch. */
  readonly timestamp: number
  readonly body: string
}

/** Returns the headers that sign a message. Source: Standard Webhooks 1.0.0. */
export const sign = (key: Uint8Array, { body, id, timestamp }: SignedMessage) => ({
  "webhook-id": id,
  "webhook-timestamp": String(timestamp),
  "webhook-signature": `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`
})

/** Posts e-mails to a webhook, signed if there is a key. */
export const makeWebhookTransport = (url: URL, key?: Uint8Array): MailTransport => {
  const login = credentialsIn(url)
  // fetch rejects credentials in a URL
  const address = Object.assign(new URL(url), { username: "", password: "" })
  const post = makePost(address)
  const authorization = login && `Basic ${Buffer.from(`${login.user}:${login.password}`).toString("base64")}`
  return {
    by: "webhook",
    to: withoutSecrets(url),
    send: (outgoing) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const body = bodyOf(outgoing)
        const headers = {
          "content-type": "application/json",
          ...(authorization && { authorization }),
          ...(key && sign(key, { id: outgoing.key, timestamp: Math.floor(now / 1000), body })),
          "idempotency-key": outgoing.key,
          "x-mock-tenant": outgoing.tenant
        }
        return Effect.tryPromise({ try: (signal) => post(body, headers, signal), catch: unreachable })
      }).pipe(
        Effect.tap(({ body }) => Effect.ignore(Effect.tryPromise(() => body?.cancel() ?? Promise.resolve()))),
        Effect.flatMap(({ ok, status }) => (ok ? Effect.void : Effect.fail(rejected(status))))
      )
  }
}
