import * as Result from "effect/Result"

import type { Mail } from "../world/model/rows.ts"

const confirmationPaths: Partial<Record<Mail["kind"], string>> = {
  confirmation: "/api/v1/register/confirm",
  enterprise: "/api/v1/register/confirm",
  "new-email": "/api/v1/register/confirm_new_email"
}

export const isConfirmation = (path: string): boolean => Object.values(confirmationPaths).includes(path)

/** Returns the link of an e-mail, or `undefined`. Programs send a POST to the link of a confirmation. */
export const mailLink = ({ kind, token, url }: Mail, base: string): string | undefined => {
  const path = confirmationPaths[kind]
  return path === undefined || token === undefined ? url : `${base}${path}?confirmation_token=${token}`
}

export const mailServerFormat =
  "an address such as smtp://127.0.0.1:1025 or smtps://mail.example, with user:password@ before the host if the server needs it (encode a percent sign as %25)"

export const webhookFormat =
  "an address that starts with http:// or https://, on a port that fetch does not block, such as 3000 (encode a percent sign in credentials as %25)"

export const webhookSecretFormat = "whsec_ and 24 to 64 bytes as Base64, such as whsec_$(openssl rand -base64 32)"

/** Returns the key of a secret of Standard Webhooks, or `undefined` if the secret is invalid. */
export const webhookKey = (secret: string): Uint8Array | undefined => {
  const [, encoded = ""] = /^whsec_([\w+/]+={0,2})$/.exec(secret) ?? []
  const key = Buffer.from(encoded, "base64")
  return key.length >= 24 && key.length <= 64 ? key : undefined
}

/** Parses a URL with valid percent-encoding in its credentials. */
const parseUrl = (text: string) =>
  Result.getOrUndefined(
    Result.try(() => {
      const url = new URL(text)
      decodeURIComponent(url.username + url.password)
      return url
    })
  )

export const isMailServer = (text: string): boolean => {
  const url = parseUrl(text)
  if (url === undefined || url.hostname === "" || !/^smtps?:$/.test(url.protocol)) return false
  return /^\/?$/.test(url.pathname + url.search + url.hash)
}

// those of other protocols. Source: Fetch §2.9, "bad port"
const blockedPort =
  /^(?:1|7|9|11|13|15|17|19|20|21|22|23|25|37|42|43|53|69|77|79|87|95|101|102|103|104|109|110|111|113|115|117|119|123|135|137|139|143|161|179|389|427|465|512|513|514|515|526|530|531|532|540|548|554|556|563|587|601|636|989|990|993|995|1719|1720|1723|2049|3659|4045|4190|5060|5061|6000|6566|6665|6666|6667|6668|6669|6679|6697|10080)$/

export const isWebhook = (text: string): boolean => {
  const url = parseUrl(text)
  return url !== undefined && /^https?:$/.test(url.protocol) && !blockedPort.test(url.port)
}
