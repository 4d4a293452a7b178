import * as Result from "effect/Result"

/** The parts of an address that a request goes to. */
export interface RequestUrl {
  /** What paths are appended to; ends in `/api` where the address is one of the service's. */
  readonly base: string
  /** Encoded, such as `/v1/calls`. */
  readonly path: string
  /** Names and values as they are encoded, in order. */
  readonly query: ReadonlyArray<readonly [name: string, value: string]>
}

const parts = /^(\w+:\/\/[^/?#]*)([^?#]*)\??([^#]*)/

// the base may hold any path before its /api, and an id may be "api"
const ofService = /^(.*?\/api)(\/v\d+(?:r\d+)?\/.*)$/

const pair = (text: string): readonly [string, string] => {
  const at = text.indexOf("=")
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)]
}

/** Takes an address apart. */
export const parse = (url: string): RequestUrl => {
  const [, origin = "", whole = url, query = ""] = parts.exec(url) ?? []
  const [, base = "", path = whole] = ofService.exec(whole) ?? []
  return { base: origin + base, path, query: query === "" ? [] : query.split("&").map(pair) }
}

/** A part of a query as it reads; one that cannot be decoded as it stands. */
export const decode = (text: string): string =>
  Result.getOrElse(
    Result.try(() => decodeURIComponent(text.replaceAll("+", " "))),
    () => text
  )

/** A query with its question mark; nothing where it is empty. */
export const formatQuery = (query: RequestUrl["query"]): string =>
  query.map(([name, value], at) => `${at === 0 ? "?" : "&"}${name}=${value}`).join("")
