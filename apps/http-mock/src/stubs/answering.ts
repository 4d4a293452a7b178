import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpEffect from "effect/http/HttpEffect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"

import { broken } from "../faults/brokenConnection.ts"
import { faultIdsOf, note } from "../faults/outcome.ts"
import * as Sampling from "../faults/sampling.ts"
import type { Tenant } from "../tenants/Tenant.ts"
import { prng } from "../world/prng.ts"
import { brokenAs } from "./brokenAnswer.ts"
import { httpAnswer } from "./httpAnswer.ts"
import type { Written } from "./httpAnswer.ts"
import type { DelayDistribution, ResponseDefinition } from "./mapping/StubMapping.ts"

type Response = HttpServerResponse.HttpServerResponse

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
  { body }: Written,
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
  rendered: Written,
  wait: number
): Response | Effect.Effect<Response, never, HttpServerRequest.HttpServerRequest> => {
  const response = httpAnswer(rendered)
  const breaking = handlerOf(definition, rendered, tenant)
  if (wait === 0 && breaking === undefined) return response
  if (definition.fault !== undefined) note(request, { faults: faultIdsOf(request), does: "reset" })
  const answer = Effect.as(
    wait === 0 ? Effect.void : Effect.interruptible(tenant.machine.sleep(Duration.millis(wait))),
    response
  )
  return breaking === undefined ? answer : HttpEffect.withPreResponseHandler(answer, breaking)
}
