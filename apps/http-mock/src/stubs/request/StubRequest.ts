import type { RegionName } from "@remote-assist/core/Region"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import * as Content from "../../wire/content.ts"
import { isTooDeep } from "../../world/nesting.ts"

/** What a client sent, as mappings are compared with it. */
export interface Received {
  readonly region: RegionName
  readonly method: string
  /** After the region, without the query. */
  readonly path: string
  /** With its question mark; empty when there is none. */
  readonly query: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Uint8Array | undefined
}

type Values = ReadonlyMap<string, ReadonlyArray<string>>

/** A request, whose parts are read when they are first asked for. */
export interface StubRequest extends Received {
  /** The body as text; as Base64 where it is none. */
  readonly text: () => string
  /** The body as JSON, where it is. */
  readonly json: () => Option.Option<Schema.MutableJson>
  readonly parameters: () => Values
  readonly form: () => Values
  readonly cookies: () => Values
}

const lazily = <A extends object | string>(make: () => A): (() => A) => {
  let made: A | undefined
  return () => (made ??= make())
}

const grouped = (pairs: Iterable<readonly [string, string]>): Values => {
  const values = new Map<string, Array<string>>()
  for (const [name, value] of pairs) {
    const known = values.get(name)
    if (known === undefined) values.set(name, [value])
    else known.push(value)
  }
  return values
}

const decodeJson = Schema.decodeOption(Schema.fromJsonString(Schema.MutableJson))

/** The JSON that a text is; nothing where it is none, or nests too deep. */
export const jsonOf = (text: string): Option.Option<Schema.MutableJson> =>
  isTooDeep(text) ? Option.none() : decodeJson(text)

const cookiesOf = (header: string) =>
  header.split(";").flatMap((pair): ReadonlyArray<readonly [string, string]> => {
    const at = pair.indexOf("=")
    return at < 0 ? [] : [[pair.slice(0, at).trim(), pair.slice(at + 1).trim()]]
  })

const isForm = (type: string | undefined) =>
  type?.toLowerCase().startsWith("application/x-www-form-urlencoded") === true

export const of = (received: Received): StubRequest => {
  const { body, headers, query } = received
  const text = lazily(() => (body === undefined ? "" : Content.of(body).text))
  return {
    ...received,
    text,
    json: lazily(() => jsonOf(text())),
    parameters: lazily(() => grouped(new URLSearchParams(query))),
    form: lazily(() => grouped(isForm(headers["content-type"]) ? new URLSearchParams(text()) : [])),
    cookies: lazily(() => grouped(cookiesOf(headers["cookie"] ?? "")))
  }
}
