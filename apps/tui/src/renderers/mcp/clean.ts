import { isSecretName } from "@remote-assist/core/Secrets"
import * as Predicate from "effect/Predicate"

// what nobody sees and a model reads all the same; the joiners that scripts and emoji need are kept
const hidden = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu
const joined =
  /(?<=[\p{L}\p{M}\p{Extended_Pictographic}\uFE0F])[\u200C\u200D](?=[\p{L}\p{Extended_Pictographic}])|\uFE0F/gu

const stripped = (text: string): string => {
  const kept = new Set([...text.matchAll(joined)].map(({ index }) => index))
  return text.replaceAll(hidden, (found, at: number) => (kept.has(at) ? found : "\uFFFD"))
}

const masked = "…"

const token = /\beyJ[\w-]{8,}\.[\w-]{2,}\.[\w-]*/g
const parameter = /([?&;#]([\w.~%-]{1,80})=)[^&;#\s"'<>]+/g
const signature = /^(?:x-(?:amz|goog|oss)-.*|sig|se|sp|sr|sv|signature|expires|policy|key-pair-id)$/i
const userInfo = /(:\/\/)[^/\s@"'<>]+@/g

// whoever has a signed address has what is behind it
const withoutSecrets = (text: string): string =>
  text
    .replaceAll(token, masked)
    .replaceAll(userInfo, `$1${masked}@`)
    .replaceAll(parameter, (found, before: string, name: string) =>
      isSecretName(name) || signature.test(name) ? `${before}${masked}` : found
    )

/** The longest text that an answer has; what is behind is told of. */
const longest = 4000

const cut = (text: string): string =>
  text.length <= longest ? text : `${text.slice(0, longest)}… (${text.length - longest} more characters)`

/** How deep and how wide values are told. */
const [deepest, widest] = [8, 200]

// a shorter one is in every other word
const shortest = 4

/** Takes a text for one without secrets and without what is hidden. */
export type Clean = (text: string) => string

/** Cleans texts in which none of these secrets may be, wherever they come from. */
export const without =
  (secrets: ReadonlyArray<string>): Clean =>
  (text) => {
    const open = secrets.reduce(
      (text, secret) => (secret.length < shortest ? text : text.replaceAll(secret, masked)),
      text
    )
    return cut(stripped(withoutSecrets(open)))
  }

/** A value as JSON has it, with each text and name in it cleaned, and cut where there is no end to it. */
export const value = (clean: Clean, given: unknown): unknown => {
  const of = (given: unknown, depth: number): unknown => {
    if (Predicate.isString(given)) return clean(given)
    if (!Predicate.isObjectOrArray(given)) return given
    if (depth > deepest) return masked
    if (Array.isArray(given)) {
      const items = given.slice(0, widest).map((item) => of(item, depth + 1))
      return given.length > widest ? [...items, `… (${given.length - widest} more)`] : items
    }
    const entries = Object.entries(given).slice(0, widest)
    return Object.fromEntries(entries.map(([name, item]) => [clean(name), of(item, depth + 1)]))
  }
  const json: unknown = JSON.parse(JSON.stringify(given ?? null))
  return of(json, 0)
}
