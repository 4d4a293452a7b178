import * as Result from "effect/Result"

import type { Mail } from "../world/model/rows.ts"

const confirmationPaths: Partial<Record<Mail["kind"], string>> = {
  confirmation: "/api/v1/register/confirm",
  enterprise: "/api/v1/register/confirm",
  "new-email": "/api/v1/register/confirm_new_email"
}

/** Returns the link of an e-mail, or `undefined`. Links of confirmations are for POST. */
export const mailLink = ({ kind, token, url }: Mail, base: string): string | undefined => {
  const path = confirmationPaths[kind]
  return path === undefined || token === undefined ? url : `${base}${path}?confirmation_token=${token}`
}

export const mailServerFormat =
  "an address such as smtp://127.0.0.1:1025 or smtps://mail.example, with user:password@ before the host if the server needs it (encode a percent sign as %25)"

export const webhookFormat =
  "an address that starts with http:// or https:// (encode a percent sign in credentials as %25)"

export const webhookSecretFormat = "whsec_ and 24 to 64 bytes as Base64, such as whsec_$(openssl rand -base64 32)"

/** Parses a secret of Standard Webhooks, and returns its key. */
export const parseWebhookSecret = (text: string): Uint8Array | undefined => {
  const [, encoded = ""] = /^whsec_([\w+/]+={0,2})$/.exec(text) ?? []
  const key = Buffer.from(encoded, "base64")
  return key.length >= 24 && key.length <= 64 ? key : undefined
}

export interface Credentials {
  readonly user: string
  readonly password: string
}

const decoded = (text: string) => Result.try(() => decodeURIComponent(text))

const parseCredentials = ({ password, username }: URL) =>
  Result.all({ user: decoded(username), password: decoded(password) })

/** Returns the credentials of an address, or `undefined`. */
export const credentialsIn = (url: URL): Credentials | undefined =>
  url.username === "" && url.password === "" ? undefined : Result.getOrUndefined(parseCredentials(url))

const parseUrl = (text: string) => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && Result.isSuccess(parseCredentials(url)) ? url : undefined
}

export const parseMailServer = (text: string): URL | undefined => {
  const url = parseUrl(text)
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
  const url = parseUrl(text)
  return url !== undefined && /^https?:$/.test(url.protocol) ? url : undefined
}
