import type { Http } from "@remote-assist/core"
import { isPublicName, isSecretName, masker, opensAccount } from "@remote-assist/core/Secrets"
import * as Predicate from "effect/Predicate"
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

const urlParts = /^(\w+:\/\/[^/?#]*)?([^?#]*)\??([^#]*)/

// the base may have any path before /api, and an id may be "api"
const servicePath = /^(.*?\/api)(\/v\d+(?:r\d+)?\/.*)$/

const toPair = (text: string): readonly [string, string] => {
  const at = text.indexOf("=")
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)]
}

/** Parses a URL, or the part of it after the host. */
export const parseUrl = (url: string): RequestUrl => {
  const [, origin = "", whole = url, query = ""] = urlParts.exec(url) ?? []
  const [, base = "", path = whole] = servicePath.exec(whole) ?? []
  return { base: origin + base, path, query: query === "" ? [] : query.split("&").map(toPair) }
}

/** Decodes a part of a query; returns it unchanged if it is invalid. */
export const decodePart = (text: string): string =>
  Result.getOrElse(
    Result.try(() => decodeURIComponent(text.replaceAll("+", " "))),
    () => text
  )

/** Formats a query with its question mark; empty without pairs. */
export const formatQuery = (query: RequestUrl["query"]): string =>
  query.map(([name, value], at) => `${at === 0 ? "?" : "&"}${name}=${value}`).join("")

/** Replaces a secret. */
export const hidden = "…"

const publicHeaders = new Set(["accept", "accept-language", "content-type", "user-agent"])

/** Whether a header, by its name in lower case, never has a secret. */
export const isPublicHeader = (name: string): boolean => publicHeaders.has(name)

// deeper values are masked as a whole
const maxDepth = 64

/**
 * Replaces the secrets in a parsed body by `map`. A value is secret by its name or the name of a parent; in a log-in or
 * registration, every value is secret unless its name is public.
 */
export const mapSecrets = (
  path: string,
  body: unknown,
  map: (value: string | number, name: string) => unknown
): unknown => {
  const opens = opensAccount(path)
  const mapAt = (value: unknown, name: string, isBelow: boolean, depth: number): unknown => {
    if (Predicate.isString(value) || Predicate.isNumber(value))
      return isBelow || (opens && !isPublicName(name)) ? map(value, name) : value
    if (!Predicate.isObjectOrArray(value)) return value
    if (depth > maxDepth) return map("", name)
    return Array.isArray(value)
      ? value.map((item) => mapAt(item, name, isBelow, depth + 1))
      : Object.fromEntries(
          Object.entries(value).map(([key, item]) => [key, mapAt(item, key, isBelow || isSecretName(key), depth + 1)])
        )
  }
  return mapAt(body, "", false, 0)
}

const variableOf = (name: string, path: string) => {
  const words = name
    .replaceAll(/([a-z])(?=[A-Z])/g, "$1_")
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "")
    .slice(0, 60)
  return `REMOTE_ASSIST_${words === "TOKEN" && path.endsWith("/auth/pat") ? "PERSONAL_ACCESS_TOKEN" : words || "SECRET"}`
}

/** Returns a function that names a unique environment variable for each secret of a request. */
export const variableNames = (path: string): ((name: string) => string) => {
  const counts = new Map<string, number>()
  return (name) => {
    const variable = variableOf(name, path)
    const count = (counts.get(variable) ?? 0) + 1
    counts.set(variable, count)
    return count === 1 ? variable : `${variable}_${count}`
  }
}

/** A request without secrets, cut to a maximum length. */
export interface LoggedRequest extends Http.HttpRequest {
  /** The original length of the parts that were cut at {@link maxLength}. */
  readonly cut?: { readonly url?: number; readonly body?: number }
}

/** Maximum length of a URL and of a body. */
const maxLength = 4096

/** Maximum length of a body that is searched for secrets. Longer bodies are left out. */
const maxBodyLength = 256 * 1024

type Headers = Http.HttpRequest["headers"]

const maskHeaders = (headers: Headers) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, isPublicHeader(name) ? value : hidden]))

/** Masks the values of secret headers in a text, in any encoding, but not common words that one is equal to. */
export const maskCredentials = (text: string, headers: Headers): string => {
  const secrets = Object.entries(headers).flatMap(([name, value]) =>
    // a shorter value may be a number, such as a length
    isPublicHeader(name) || value.length < 6 ? [] : [value]
  )
  return masker(secrets, () => hidden)(text)
}

export const maskUrl = ({ base, path, query }: RequestUrl) => {
  const shown = query.map(([name, value]) => [name, isSecretName(decodePart(name)) ? hidden : value] as const)
  return base + path + formatQuery(shown)
}

const maskBody = (path: string, body: string) =>
  body.length > maxBodyLength
    ? ""
    : Result.match(
        Result.try((): unknown => JSON.parse(body)),
        {
          onSuccess: (value) => JSON.stringify(mapSecrets(path, value, () => hidden)),
          onFailure: () => hidden
        }
      )

// a slice would keep the whole text in memory
const cut = (text: string) => (text.length > maxLength ? Buffer.from(text.slice(0, maxLength)).toString() : text)

/** Makes a logged request. */
export const make = ({ body, headers, method, url }: Http.HttpRequest): LoggedRequest => {
  const address = parseUrl(url)
  const shown = maskCredentials(maskUrl(address), headers)
  const masked = body === undefined ? undefined : maskCredentials(maskBody(address.path, body), headers)
  const isUrlCut = shown.length > maxLength
  const isBodyCut = body !== undefined && (body.length > maxBodyLength || (masked ?? "").length > maxLength)
  return {
    method,
    url: cut(shown),
    headers: maskHeaders(headers),
    body: masked === undefined ? undefined : cut(masked),
    ...(isUrlCut || isBodyCut
      ? { cut: { ...(isUrlCut ? { url: url.length } : {}), ...(isBodyCut ? { body: body.length } : {}) } }
      : {})
  }
}
