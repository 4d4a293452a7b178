import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Headers from "effect/http/Headers"
import * as HttpBody from "effect/http/HttpBody"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpMethod from "effect/http/HttpMethod"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as MutableRef from "effect/MutableRef"

import { noteBase } from "../../tenants/baseAddress.ts"
import type { Tenant } from "../../tenants/Tenant.ts"
import type { Answer } from "../../wire/Answer.ts"
import * as Content from "../../wire/content.ts"
import { inProcessOrigin } from "../../wire/origin.ts"
import type { World } from "../../world/model/World.ts"
import { compare } from "./compare.ts"
import type { ReplayOutcome, ReplayReport, ReplayRequest } from "./ReplayFile.ts"

/** A request of a replay with the world that its region is put into, decoded. */
export interface Ready extends ReplayRequest {
  readonly state: World | undefined
}

const requestOf = ({ body, headers, method, path }: ReplayRequest, { name }: Tenant) => {
  const bytes = Content.bytesOf(body)
  const change = { url: `/t/${name}${path}`, headers: Headers.fromInput(headers) }
  if (!HttpMethod.isHttpMethod(method))
    return HttpServerRequest.fromWeb(
      new Request(inProcessOrigin, { method, ...(bytes.length === 0 ? {} : { body: bytes }) })
    ).modify(change)
  const empty = HttpClientRequest.make(method)(inProcessOrigin)
  const sent = bytes.length === 0 ? empty : HttpClientRequest.setBody(empty, HttpBody.uint8Array(bytes))
  return HttpServerRequest.fromClientRequest(sent).modify(change)
}

const runOne = Effect.fnUntraced(function* (request: Ready, tenant: Tenant, answer: Answer) {
  const { answer: recorded, at, base, id, method, path, region, state } = request
  if (state !== undefined) MutableRef.set(tenant.regions[region].world, state)
  const sent = requestOf(request, tenant)
  if (base !== undefined) noteBase(sent, base)
  const now = DateTime.toEpochMillis(at)
  tenant.clock.restore({ since: now, at: now, scale: 0 })
  const replayed = yield* answer.pipe(Effect.provideService(HttpServerRequest.HttpServerRequest, sent), Effect.scoped)
  const differences = recorded === null ? [] : compare(recorded, replayed)
  const result = recorded === null ? "not compared" : differences.length === 0 ? "equal" : "different"
  const outcome: ReplayOutcome = { id, method, path, result, differences }
  return outcome
})

/** Sends the requests of a replay to a tenant, one after another, and compares the answers. */
export const run = (requests: ReadonlyArray<Ready>, tenant: Tenant, answer: Answer): Effect.Effect<ReplayReport> =>
  Effect.map(
    Effect.forEach(requests, (request) => runOne(request, tenant, answer)),
    (outcomes) => {
      const count = (result: ReplayOutcome["result"]) => outcomes.filter((one) => one.result === result).length
      return {
        tenant: tenant.name,
        equal: count("equal"),
        different: count("different"),
        not_compared: count("not compared"),
        requests: outcomes
      }
    }
  )
