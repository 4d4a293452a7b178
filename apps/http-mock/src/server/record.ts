import type { RegionName } from "@remote-assist/core/Region"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as MutableRef from "effect/MutableRef"

import { faultIdsOf, isLost, isTaken } from "../faults/outcome.ts"
import { start } from "../tenants/Exchange.ts"
import type { Exchange, Sent } from "../tenants/Exchange.ts"
import type { Journal } from "../tenants/Journal.ts"
import type { Deployment, Tenant } from "../tenants/Tenant.ts"
import type { AtOnce } from "../wire/Answer.ts"

type Request = HttpServerRequest.HttpServerRequest

const enter = (journal: Journal, exchange: Exchange, { clock, regions }: Tenant) => {
  if (exchange.id !== 0) return
  exchange.at = clock.now()
  exchange.before = MutableRef.get(regions[exchange.region].world)
  exchange.after = exchange.before
  journal.enter(exchange)
}

/**
 * Gives a request its place in the journal, with its body. The service gets its world right after, without a pause, so that
 * requests reach it in the order of the journal, each at one moment of the tenant's time.
 */
export const reached = (tenant: Tenant, { exchange }: Deployment, body: Uint8Array | undefined): void => {
  const { journal } = tenant
  if (journal === undefined || exchange === undefined) return
  exchange.body = body
  enter(journal, exchange, tenant)
}

/** Notes what the service answers. */
export const served = (
  { exchange }: Deployment,
  response: HttpServerResponse.HttpServerResponse
): HttpServerResponse.HttpServerResponse => {
  if (exchange !== undefined) exchange.served = response
  return response
}

/** Keeps of bodies that went by piece by piece what the journal has of them. */
const keepStreamed = (exchange: Exchange) => {
  const { answer, passed, streamed } = exchange
  if (passed !== undefined) exchange.body = passed.sent.bytes
  if (streamed === undefined || answer?.body._tag !== "Stream") return
  const { headers, status } = answer
  exchange.answer = HttpServerResponse.uint8Array(streamed.body.bytes, { status, headers })
}

/** Keeps a request to a region of a tenant, with its answer, in the tenant's journal. */
export const record = <R>(
  tenant: Tenant,
  region: RegionName,
  request: Request,
  { operation, path, query }: Pick<Sent, "operation" | "path" | "query">,
  answer: (deployment: Deployment) => AtOnce<HttpServerResponse.HttpServerResponse, R>
): AtOnce<HttpServerResponse.HttpServerResponse, R> => {
  const { clock, journal, machine } = tenant
  const deployment = tenant.regions[region]
  if (journal === undefined) return answer(deployment)
  const { headers, method, url } = request
  const exchange = start(
    { region, operation, method, url, path, query, headers },
    machine.currentTimeMillisUnsafe(),
    machine.monotonicTimeNanosUnsafe(),
    clock.now()
  )
  const closeNow = () => {
    exchange.faults = faultIdsOf(request)
    exchange.takenBy = isTaken(request) ? exchange.faults.at(-1) : undefined
    exchange.took = machine.monotonicTimeNanosUnsafe() - exchange.startedAt
    keepStreamed(exchange)
    enter(journal, exchange, tenant)
    journal.close(exchange)
  }
  const close = () => (exchange.streamed === undefined ? closeNow() : exchange.streamed.whenOver(closeNow))
  const answered = answer({ ...deployment, exchange, now: () => exchange.at })
  if (!Effect.isEffect(answered)) {
    exchange.answer = isLost(request) ? undefined : answered
    close()
    return answered
  }
  return Effect.onExit(answered, (exit) =>
    Effect.sync(() => {
      if (Exit.isSuccess(exit)) exchange.answer = isLost(request) ? undefined : exit.value
      else exchange.gone = Cause.hasInterrupts(exit.cause)
      close()
    })
  )
}
