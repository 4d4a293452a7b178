import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import type { Mail } from "../world/model/rows.ts"

export const Delivery = Schema.Struct({
  by: Schema.Literals(["smtp", "webhook"]),
  status: Schema.Literals(["waiting", "delivered", "failed"]),
  attempts: Schema.Int,
  error: Schema.optionalKey(Schema.String)
})
export type Delivery = typeof Delivery.Type

// beside the worlds: what left the process is not undone with them
const known = new WeakMap<Mail, Map<Delivery["by"], Delivery>>()

/** The deliveries of an e-mail, or `undefined` if it stays in the outbox. */
export const deliveriesOf = (mail: Mail): ReadonlyArray<Delivery> | undefined => {
  const deliveries = known.get(mail)
  return deliveries === undefined ? undefined : [...deliveries.values()]
}

export const note = (mail: Mail, delivery: Delivery): void => {
  known.set(mail, (known.get(mail) ?? new Map<Delivery["by"], Delivery>()).set(delivery.by, delivery))
}

const confirmations: Partial<Record<Mail["kind"], string>> = {
  confirmation: "/api/v1/register/confirm",
  enterprise: "/api/v1/register/confirm",
  "new-email": "/api/v1/register/confirm_new_email"
}

/** The link of an e-mail, or `undefined` if it has none. Links of confirmations are for POST. */
export const mailLink = ({ kind, token, url }: Mail, base: string): string | undefined => {
  const path = confirmations[kind]
  return path === undefined || token === undefined ? url : `${base}${path}?confirmation_token=${token}`
}

export const mailServerFormat =
  "an address such as smtp://127.0.0.1:1025 or smtps://mail.example, with user:password@ before the host where the server asks for them (a percent sign in these is %25)"

export const webhookFormat = "an address that begins with http:// or https:// (a percent sign in credentials is %25)"

export interface Credentials {
  readonly user: string
  readonly password: string
}

const decoded = (text: string) => Result.try(() => decodeURIComponent(text))

const readLogin = ({ password, username }: URL) => Result.all({ user: decoded(username), password: decoded(password) })

/** The credentials of an address that was read; nothing where it has none. */
export const credentialsIn = (url: URL): Credentials | undefined =>
  url.username === "" && url.password === "" ? undefined : Result.getOrUndefined(readLogin(url))

const urlOf = (text: string) => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && Result.isSuccess(readLogin(url)) ? url : undefined
}

export const parseMailServer = (text: string): URL | undefined => {
  const url = urlOf(text)
  const isServer =
    url !== undefined &&
    /^smtps?:$/.test(url.protocol) &&
    url.hostname !== "" &&
    /^\/?$/.test(url.pathname) &&
    url.search === "" &&
    url.hash === ""
  return isServer ? url : undefined
}

export const parseWebhook = (text: string): URL | undefined => {
  const url = urlOf(text)
  return url !== undefined && /^https?:$/.test(url.protocol) ? url : undefined
}
