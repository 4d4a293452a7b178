import { sentences } from "@remote-assist/cli/Process"
import { sanitize } from "@remote-assist/cli/Terminal"
import { Region, TokenStore } from "@remote-assist/core"
import { masker, maskNamed } from "@remote-assist/core/Secrets"
import * as McpSchema from "effect/ai/McpSchema"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"

import { credentialsSecret } from "../../session/Credentials.ts"
import { Entrance } from "../headless/Connection.ts"
import { Stopped } from "../headless/output.ts"

/** The answer of a tool, as data. */
export type Answer = Readonly<Record<string, unknown>>

/** Makes a text one without secrets, and without characters that people do not see but models read. */
export type Clean = (text: string) => string

const masked = "…"
const userInfo = /(:\/\/)[^/\s@"'<>]+@/g

/** The limits of an answer: the length of a text, the depth of a value, the items of a list. */
const [longest, deepest, widest] = [4000, 8, 200]

const cut = (text: string): string =>
  text.length <= longest ? text : `${text.slice(0, longest)}… (${text.length - longest} more characters)`

/** Cleans texts that may hold these secrets. */
export const cleanerOf = (secrets: ReadonlyArray<string>): Clean => {
  const mask = masker(secrets.filter((secret) => secret !== ""))
  return (text) => cut(sanitize(maskNamed(mask(text).replaceAll(userInfo, `$1${masked}@`)), { lines: true }))
}

/** A value as JSON has it, with each text and name in it cleaned, and cut at the limits. */
export const cleanValue = (clean: Clean, given: unknown): unknown => {
  const of = (value: unknown, depth: number): unknown => {
    if (Predicate.isString(value)) return clean(value)
    if (!Predicate.isObjectOrArray(value)) return value
    if (depth > deepest) return masked
    if (Array.isArray(value)) {
      const items = value.slice(0, widest).map((item) => of(item, depth + 1))
      return value.length > widest ? [...items, `… (${value.length - widest} more)`] : items
    }
    const entries = Object.entries(value).slice(0, widest)
    return Object.fromEntries(entries.map(([name, item]) => [clean(name), of(item, depth + 1)]))
  }
  const json: unknown = JSON.parse(JSON.stringify(given ?? null))
  return of(json, 0)
}

/** What cleans texts of all secrets of this connection: a service may repeat what it was sent. */
export const cleaning = Effect.gen(function* () {
  const { apiKey } = yield* Region.Region
  const { credentials } = yield* Entrance
  const store = yield* Effect.serviceOption(TokenStore.TokenStore)
  const tokens = yield* Option.match(store, {
    onNone: () => Effect.succeedNone,
    onSome: ({ load }) => Effect.orElseSucceed(load, Option.none)
  })
  const { personalAccessToken, refresh, token } = Option.getOrUndefined(tokens) ?? {}
  const secrets = [apiKey, credentials && credentialsSecret(credentials), token, refresh, personalAccessToken]
  return cleanerOf(secrets.flatMap((secret) => (secret === undefined ? [] : [Redacted.value(secret)])))
})

/** The same answer, cleaned. */
export const cleaned = (answer: Answer) =>
  Effect.map(cleaning, (clean): Answer => {
    const value = cleanValue(clean, answer)
    return Predicate.isReadonlyObject(value) ? value : {}
  })

/** An effect whose failures are cleaned. */
export const cleanedFailure = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.catch(effect, (error): Effect.Effect<never, E | Stopped, Effect.Services<typeof cleaning>> => {
    if (!(error instanceof Stopped)) return Effect.fail(error)
    const { kind, message } = error
    return Effect.flatMap(cleaning, (clean) => Effect.fail(new Stopped({ kind, message: clean(sentences(message)) })))
  })

const resultOf = (text: string, structuredContent: Answer, isError = false) =>
  new McpSchema.CallToolResult({
    content: [McpSchema.TextContent.make({ type: "text", text })],
    structuredContent,
    ...(isError ? { isError } : {})
  })

/** An answer as data, and as text for clients that read no data. */
export const result = (answer: Answer): McpSchema.CallToolResult => resultOf(JSON.stringify(answer), answer)

/** A failure: what happened and what to do, for the model to read. */
export const failure = ({ kind, message }: Stopped): McpSchema.CallToolResult => {
  const text = sentences(message)
  return resultOf(text, { error: { kind, message: text } }, true)
}
