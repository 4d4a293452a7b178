import type { Http } from "@remote-assist/core"
import { isPublicName, isSecretName, opensAccount } from "@remote-assist/core/Secrets"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"

import * as RequestUrl from "./RequestUrl.ts"

/** What is shown in place of a secret. */
export const hidden = "…"

const open = new Set(["accept", "accept-language", "content-type", "user-agent"])

/** Whether a header, by its name in lower case, holds no secret whatever it holds. */
export const isPublicHeader = (name: string): boolean => open.has(name)

// deeper than any body; what lies below is hidden as a whole
const deepest = 64

/**
 * A parsed body of a request to a path, in which `map` made another of each text and number that is secret: by its name or
 * one above it, and in a log-in or registration by not being known as public.
 */
export const mapSecrets = (
  path: string,
  body: unknown,
  map: (value: string | number, name: string) => unknown
): unknown => {
  const opens = opensAccount(path)
  const make = (value: unknown, name: string, isBelow: boolean, depth: number): unknown => {
    if (Predicate.isString(value) || Predicate.isNumber(value))
      return isBelow || (opens && !isPublicName(name)) ? map(value, name) : value
    if (!Predicate.isObjectOrArray(value)) return value
    if (depth > deepest) return map("", name)
    return Array.isArray(value)
      ? value.map((item) => make(item, name, isBelow, depth + 1))
      : Object.fromEntries(
          Object.entries(value).map(([key, item]) => [key, make(item, key, isBelow || isSecretName(key), depth + 1)])
        )
  }
  return make(body, "", false, 0)
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

/** Names the variable of the environment that stands for each secret of a request to a path: one of their own each. */
export const variableNames = (path: string): ((name: string) => string) => {
  const counts = new Map<string, number>()
  return (name) => {
    const variable = variableOf(name, path)
    const count = (counts.get(variable) ?? 0) + 1
    counts.set(variable, count)
    return count === 1 ? variable : `${variable}_${count}`
  }
}

/** A request as it is kept: without secrets, and no longer than may be. */
export interface LoggedRequest extends Http.HttpRequest {
  /** How many characters there were of what was cut at {@link most}. */
  readonly cut?: { readonly url?: number; readonly body?: number }
}

/** Characters that are kept of an address, and of a body. */
const most = 4096

/** The longest body that is read for its secrets; of a longer one nothing is kept. */
const readable = 256 * 1024

type Headers = Http.HttpRequest["headers"]

const headersOf = (headers: Headers) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, isPublicHeader(name) ? value : hidden]))

/** A text in which nothing stands that a request carries in a header that may be secret. */
export const maskCredentials = (text: string, headers: Headers): string => {
  let rest = text
  for (const [name, value] of Object.entries(headers)) {
    // a shorter one is a part of other words
    if (isPublicHeader(name) || value.length < 6) continue
    rest = rest.replaceAll(value, hidden).replaceAll(encodeURIComponent(value.toWellFormed()), hidden)
  }
  return rest
}

const urlOf = ({ base, path, query }: RequestUrl.RequestUrl) => {
  const shown = query.map(([name, value]) => [name, isSecretName(RequestUrl.decode(name)) ? hidden : value] as const)
  return base + path + RequestUrl.formatQuery(shown)
}

const bodyOf = (path: string, body: string) =>
  body.length > readable
    ? ""
    : Result.match(
        Result.try((): unknown => JSON.parse(body)),
        {
          onSuccess: (value) => JSON.stringify(mapSecrets(path, value, () => hidden)),
          onFailure: () => hidden
        }
      )

// a part of a text would keep the whole of it in memory
const beginning = (text: string) => (text.length > most ? Buffer.from(text.slice(0, most)).toString() : text)

/** What is kept of a request. */
export const make = ({ body, headers, method, url }: Http.HttpRequest): LoggedRequest => {
  const address = RequestUrl.parse(url)
  const shown = maskCredentials(urlOf(address), headers)
  const said = body === undefined ? undefined : maskCredentials(bodyOf(address.path, body), headers)
  const isUrlCut = shown.length > most
  const isBodyCut = body !== undefined && (body.length > readable || (said ?? "").length > most)
  return {
    method,
    url: beginning(shown),
    headers: headersOf(headers),
    body: said === undefined ? undefined : beginning(said),
    ...(isUrlCut || isBodyCut
      ? { cut: { ...(isUrlCut ? { url: url.length } : {}), ...(isBodyCut ? { body: body.length } : {}) } }
      : {})
  }
}
