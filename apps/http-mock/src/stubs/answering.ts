import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Cookies from "effect/http/Cookies"
import * as HttpEffect from "effect/http/HttpEffect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"

import { broken } from "../faults/brokenConnection.ts"
import { faultIdsOf, note } from "../faults/outcome.ts"
import * as Sampling from "../faults/sampling.ts"
import type { Tenant } from "../tenants/Tenant.ts"
import { prng } from "../world/prng.ts"
import { brokenAs } from "./brokenAnswer.ts"
import type { DelayDistribution, ResponseDefinition } from "./mapping/StubMapping.ts"
import type { Rendered } from "./StubResponse.ts"

type Response = HttpServerResponse.HttpServerResponse

const withHeaders = (response: Response, headers: Rendered["headers"]): Response => {
  const joined = new Map<string, string>()
  const cookies: Array<string> = []
  for (const [given, value] of headers) {
    const name = given.toLowerCase()
    if (name === "set-cookie") cookies.push(value)
    else joined.set(name, joined.has(name) ? `${joined.get(name)}, ${value}` : value)
  }
  const made = HttpServerResponse.setHeaders(response, Object.fromEntries(joined))
  return cookies.length === 0 ? made : HttpServerResponse.mergeCookies(made, Cookies.fromSetCookie(cookies))
}

/** An answer of HTTP. */
export const responseOf = ({ body, headers, status, statusText }: Rendered): Response => {
  const options = { status, ...(statusText === undefined ? {} : { statusText }) }
  const empty = HttpServerResponse.empty(options)
  const own =
    body.length === 0
      ? empty
      : HttpServerResponse.removeHeader(HttpServerResponse.uint8Array(body, options), "content-type")
  return withHeaders(own, headers)
}

const salt = 4711

const sampled = (distribution: DelayDistribution, seed: number, count: number): number => {
  const drawn: Sampling.Draw = (match, purpose) => prng(seed, match, salt + purpose) / 2 ** 32
  switch (distribution.type) {
    case "fixed":
      return distribution.milliseconds
    case "uniform":
      return Sampling.waiting({ min: distribution.lower, max: distribution.upper }, count, drawn)
    case "lognormal":
      return Math.min(Sampling.waiting(distribution, count, drawn), distribution.maxValue ?? Number.POSITIVE_INFINITY)
  }
}

/** How many milliseconds the answer with this number waits. */
export const delayOf = (
  { delayDistribution, fixedDelayMilliseconds = 0 }: ResponseDefinition,
  seed: number,
  count: number
): number => fixedDelayMilliseconds + (delayDistribution === undefined ? 0 : sampled(delayDistribution, seed, count))

/** What a mapping does to the sending of its answer; nothing where it is sent as it is. */
const handlerOf = (
  { chunkedDribbleDelay, fault }: ResponseDefinition,
  { body }: Rendered,
  { machine }: Tenant
): HttpEffect.PreResponseHandler | undefined => {
  if (fault !== undefined) return brokenAs(fault)
  if (chunkedDribbleDelay === undefined || body.length === 0) return undefined
  const { numberOfChunks, totalDuration } = chunkedDribbleDelay
  const chunk = Math.ceil(body.length / numberOfChunks)
  return broken({ kind: "slow", chunk, every: totalDuration / numberOfChunks }, machine)
}

/** Sends what was rendered, after what it waits for and as the mapping breaks it. */
export const sent = (
  request: HttpServerRequest.HttpServerRequest,
  tenant: Tenant,
  definition: ResponseDefinition,
  rendered: Rendered,
  wait: number
): Response | Effect.Effect<Response, never, HttpServerRequest.HttpServerRequest> => {
  const response = responseOf(rendered)
  const breaking = handlerOf(definition, rendered, tenant)
  if (wait === 0 && breaking === undefined) return response
  if (definition.fault !== undefined) note(request, { faults: faultIdsOf(request), does: "reset" })
  const answer = Effect.as(
    wait === 0 ? Effect.void : Effect.interruptible(tenant.machine.sleep(Duration.millis(wait))),
    response
  )
  return breaking === undefined ? answer : HttpEffect.withPreResponseHandler(answer, breaking)
}
