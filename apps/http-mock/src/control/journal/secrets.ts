import { splitBearer } from "../../wire/bearer.ts"

/** What stands for a secret in what is exported. */
export const hidden = "[redacted]"

/** Yields what to write in place of a secret: `name` says which one it is, in capitals. */
export type Hide = (name: string, secret: string) => string

const fields = [
  "password",
  "token",
  "refresh",
  "refresh_token",
  "invitation_token",
  "confirmation_token",
  "access_token",
  "user_token",
  "link_url"
].join("|")

const inJson = new RegExp(String.raw`("(${fields})"\s*:\s*")((?:[^"\\]|\\.)+)(?=")`, "g")

const inQuery = new RegExp(`([?&](${fields})=)([^&]+)`, "g")

// begins where a run of letters does, so that a long one without a point is read once
const jwt = /(?<![\w-])[\w-]+\.eyJ[\w-]*\.[\w-]+/g

const tokens = /("contact_tokens"\s*:\s*\[)([^\]]*)/g

/** A body without its secrets: those of fields with a known name, and whatever looks like a user token. */
export const inBody = (body: string, hide: Hide): string =>
  body
    .replaceAll(inJson, (_, before: string, name: string, secret: string) => before + hide(name.toUpperCase(), secret))
    .replaceAll(jwt, (secret) => hide("TOKEN", secret))
    .replaceAll(
      tokens,
      (_, before: string, list: string) =>
        before + list.replaceAll(/"([^"]+)"/g, (_, secret: string) => `"${hide("CONTACT_TOKEN", secret)}"`)
    )

/** An address without the secrets of its query. */
export const inUrl = (url: string, hide: Hide): string =>
  url.replaceAll(
    inQuery,
    (_, before: string, name: string, secret: string) => before + hide(name.toUpperCase(), secret)
  )

/** The value of a header without its secret. */
export const inHeader = (name: string, value: string, apiKeyHeader: string, hide: Hide): string => {
  if (value === "") return value
  if (name === apiKeyHeader.toLowerCase()) return hide("API_KEY", value)
  if (name === "authorization") {
    const [scheme, secret] = splitBearer(value)
    return scheme + hide("TOKEN", secret)
  }
  return name === "cookie" || name === "set-cookie" ? hide("COOKIE", value) : inBody(value, hide)
}
