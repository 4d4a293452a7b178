import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Result from "effect/Result"

type Request = Pick<HttpServerRequest.HttpServerRequest, "headers" | "method">

type Response = HttpServerResponse.HttpServerResponse

/** Pages of which origins may use the service: none, any, or those that are listed. */
export type Cors = "off" | "*" | ReadonlyArray<string>

// as browsers write it (RFC 6454): scheme://host or scheme://host:port
const origin = /^[a-z][a-z\d+.-]*:\/\/(?:[a-z\d._-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/

const isOrigin = (text: string) =>
  text === "null" || (origin.test(text) && URL.canParse(text) && (new URL(text).origin === text || !isWeb(text)))

// of other schemes, as those of an app, a URL tells no origin
const isWeb = (text: string) => /^https?:/.test(text)

const readList = (origins: ReadonlyArray<string>): Result.Result<Cors, string> => {
  if (origins.length === 0) return Result.fail('The list of origins is empty. Use "off" to let no page in.')
  const wrong = origins.find((origin) => !isOrigin(origin))
  return wrong === undefined
    ? Result.succeed(origins)
    : Result.fail(
        `${JSON.stringify(wrong)} is no origin. Use off or * alone, or origins such as http://localhost:5173, without a path or a wildcard.`
      )
}

/** What a text or a list says, or why it says nothing. */
export const readCors = (given: string | ReadonlyArray<string>): Result.Result<Cors, string> => {
  const list = (typeof given === "string" ? given.split(",") : given).map((origin) => origin.trim())
  const [alone, ...more] = list
  if (more.length === 0 && (alone === "*" || (alone === "off" && typeof given === "string")))
    return Result.succeed(alone)
  return readList(list)
}

/** Whether pages of an origin may use the service. */
export const allows = (cors: Cors, origin: string): boolean => cors !== "off" && (cors === "*" || cors.includes(origin))

/** Whether which page asks decides what an answer says to browsers. */
export const isListed = (cors: Cors): boolean => cors !== "off" && cors !== "*"

/** Whether a browser asks if a page may send what it is about to send. */
export const isPreflight = ({ headers, method }: Request): boolean =>
  method === "OPTIONS" && headers["origin"] !== undefined && headers["access-control-request-method"] !== undefined

// beside those that every page may read
const exposed =
  "date, ratelimit, ratelimit-policy, retry-after, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset"

// what a browser may send without asking again, in seconds
const maximumAge = 600

const permission = (origin: string) => ({
  "access-control-allow-origin": origin,
  "access-control-allow-credentials": "true",
  vary: "origin"
})

/** Yes to a preflight of an origin that is allowed. */
export const permit = (origin: string, { headers }: Request): Response => {
  const asked = headers["access-control-request-headers"]
  return HttpServerResponse.empty({
    status: 204,
    headers: {
      ...permission(origin),
      "access-control-allow-methods": headers["access-control-request-method"] ?? "",
      ...(asked === undefined ? {} : { "access-control-allow-headers": asked }),
      ...(headers["access-control-request-private-network"] === "true"
        ? { "access-control-allow-private-network": "true" }
        : {}),
      "access-control-max-age": String(maximumAge)
    }
  })
}

/** An answer that pages of an origin may read. */
export const readable = (origin: string, response: Response): Response =>
  HttpServerResponse.setHeaders(response, { ...permission(origin), "access-control-expose-headers": exposed })

/** An answer that another origin has otherwise, as caches have to know (Fetch). */
export const varying = (response: Response): Response => HttpServerResponse.setHeader(response, "vary", "origin")
