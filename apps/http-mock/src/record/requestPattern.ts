import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

import type { Matcher } from "../stubs/mapping/Matcher.ts"
import type { RequestPattern } from "../stubs/mapping/StubMapping.ts"
import type { Exchange } from "../tenants/journal/Exchange.ts"
import * as Content from "../wire/content.ts"
import { hole } from "./masks.ts"
import type { Masks } from "./masks.ts"

const parse = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Json))

const quoted = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")

const has = (value: unknown): boolean =>
  Predicate.isString(value)
    ? value.includes(hole)
    : Predicate.isObjectKeyword(value) && Object.entries(value).some(([key, part]) => key.includes(hole) || has(part))

const isFields = (value: Schema.Json): value is Schema.JsonObject => Predicate.isObject(value) && !Array.isArray(value)

// a list with a secret is left out as a whole: its other items stand at their places
const withoutHoles = (value: Schema.Json): Schema.Json => {
  if (!isFields(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]): ReadonlyArray<readonly [string, Schema.Json]> => {
      if (name.includes(hole)) return []
      if (isFields(part)) return [[name, withoutHoles(part)]]
      return has(part) ? [] : [[name, part]]
    })
  )
}

const decoded = (text: string) => new URLSearchParams(`x=${text}`).get("x") ?? ""

const pairsOf = (text: string) =>
  text.split("&").flatMap((pair) => {
    const at = pair.indexOf("=")
    const [name, value] = at === -1 ? [pair, ""] : [pair.slice(0, at), pair.slice(at + 1)]
    return name === "" || pair.includes(hole) ? [] : [[decoded(name), decoded(value)] as const]
  })

// more cannot be told apart in time
const mostListed = 8

const listed = (matchers: ReadonlyArray<Matcher>) =>
  matchers.length > mostListed ? { includes: matchers.slice(0, mostListed) } : { hasExactly: matchers }

const equals = (text: string) => {
  const values = new Map<string, ReadonlyArray<string>>()
  for (const [name, value] of pairsOf(text)) values.set(name, [...(values.get(name) ?? []), value])
  return Object.fromEntries(
    [...values].map(([name, [first = "", ...more]]) => [
      name,
      more.length === 0 ? { equalTo: first } : listed([first, ...more].map((equalTo) => ({ equalTo })))
    ])
  )
}

const addressOf = ({ path, query }: Exchange, { holes }: Masks): RequestPattern => {
  const shown = holes.url(path + query)
  if (!shown.includes(hole)) return { url: path + query }
  const at = shown.indexOf("?")
  const [shownPath, rest] = at === -1 ? [shown, ""] : [shown.slice(0, at), shown.slice(at + 1)]
  const queryParameters = equals(rest)
  return {
    ...(shownPath.includes(hole)
      ? { urlPathPattern: shownPath.split(hole).map(quoted).join("[^/]+") }
      : { urlPath: path }),
    ...(Object.keys(queryParameters).length === 0 ? {} : { queryParameters })
  }
}

const bodyOf = ({ body, headers }: Exchange, { holes }: Masks): RequestPattern => {
  if (body === undefined || body.length === 0) return {}
  const shown = holes.requestBody(Content.of(body))?.text
  // what cannot be read may hold anything: any body will do
  if (shown === undefined) return {}
  if ((headers["content-type"] ?? "").startsWith("application/x-www-form-urlencoded")) {
    const formParameters = equals(shown)
    return Object.keys(formParameters).length === 0 ? {} : { formParameters }
  }
  const json = parse(shown)
  if (Option.isNone(json)) return shown.includes(hole) ? {} : { bodyPatterns: [{ equalTo: shown }] }
  if (!has(json.value)) return { bodyPatterns: [{ equalToJson: json.value }] }
  if (!Predicate.isObject(json.value)) return {}
  return { bodyPatterns: [{ equalToJson: withoutHoles(json.value), ignoreExtraElements: true }] }
}

/** Which requests are to get the answer that this one had: those that are the same but for its secrets. */
export const patternOf = (exchange: Exchange, masks: Masks): RequestPattern => ({
  method: exchange.method,
  ...addressOf(exchange, masks),
  ...bodyOf(exchange, masks)
})
