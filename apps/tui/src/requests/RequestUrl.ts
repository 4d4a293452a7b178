import * as Result from "effect/Result"

/** The parts of a request's URL. */
export interface RequestUrl {
  /** The part before the path; ends in `/api` for the service. */
  readonly base: string
  /** Encoded, such as `/v1/calls`. */
  readonly path: string
  /** Encoded names and values, in order. */
  readonly query: ReadonlyArray<readonly [name: string, value: string]>
}

const parts = /^(\w+:\/\/[^/?#]*)([^?#]*)\??([^#]*)/

// the base may have any path before /api, and an id may be "api"
const servicePath = /^(.*?\/api)(\/v\d+(?:r\d+)?\/.*)$/

const pair = (text: string): readonly [string, string] => {
  const at = text.indexOf("=")
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)]
}

/** Parses a URL. */
export const parse = (url: string): RequestUrl => {
  const [, origin = "", whole = url, query = ""] = parts.exec(url) ?? []
  const [, base = "", path = whole] = servicePath.exec(whole) ?? []
  return { base: origin + base, path, query: query === "" ? [] : query.split("&").map(pair) }
}

/** Decodes a part of a query; returns it unchanged if it is invalid. */
export const decode = (text: string): string =>
  Result.getOrElse(
    Result.try(() => decodeURIComponent(text.replaceAll("+", " "))),
    () => text
  )

/** Formats a query with its question mark; empty without pairs. */
export const formatQuery = (query: RequestUrl["query"]): string =>
  query.map(([name, value], at) => `${at === 0 ? "?" : "&"}${name}=${value}`).join("")
