import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"

import type { Access } from "../control/access.ts"
import { answer as answerRecording } from "../service/recordings.ts"
import { clientKindHeader } from "../tenants/Evidence.ts"
import type { RequestContext } from "../tenants/RequestContext.ts"
import { catchUp, isDue } from "../tenants/Tenant.ts"
import type { Tenants } from "../tenants/Tenants.ts"
import type { Upstream } from "../upstream/Upstream.ts"
import { injectedError } from "../wire/errors.ts"
import { flatMapMaybe, joinSteps, mapMaybe, toEffect } from "../wire/response.ts"
import type { Answer, Step } from "../wire/response.ts"
import { recordingsPath } from "../world/calls/recordingAddress.ts"
import { optionLookup } from "../world/gaps/options.ts"
import { compressionError, cors, http } from "./http.ts"
import type { Cors, IncomingRequest } from "./http.ts"
import { enterJournal, isLost, journal, log, recordStream } from "./journal.ts"
import { confirmOpened, handle, service } from "./service.ts"
import { tenant } from "./tenant.ts"

/** The parts of an emulator that answer requests. */
export interface Emulated {
  readonly tenants: Tenants
  readonly apiKeyHeader: string
  readonly cors: Cors
  readonly upstream?: Upstream | undefined
}

/**
 * Makes the pipeline of an emulator, which answers every request. Each step answers, or calls the next one:
 *
 * cors -> http -> tenant -> log -> recordings -> evidence -> journal -> limits -> faults -> record -> handlers
 * -> upstream -> service
 *
 * `tenant` answers the requests that are not for a region, such as those to the control plane. The steps after it share a
 * {@link RequestContext}.
 */
export const make = (emulated: Emulated): ((access: Access) => Answer) => {
  const { upstream } = emulated
  const answerRegion = joinSteps<RequestContext>(
    [
      log,
      recordings,
      evidence(emulated),
      journal,
      limits,
      faults,
      record,
      handlers(emulated),
      ...(upstream === undefined ? [] : [passOn(upstream)])
    ],
    service
  )
  const answer = joinSteps<IncomingRequest>(
    [...(emulated.cors === "off" ? [] : [cors(emulated.cors)]), http(upstream !== undefined)],
    tenant(emulated, answerRegion)
  )
  return (access) =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => toEffect(answer({ request, access })))
}

/**
 * Answers a request for a recording. It is a file beside the service: it has no journal entry and no evidence, and neither
 * faults nor handlers nor an upstream change it.
 */
const recordings: Step<RequestContext> = (context, next) => {
  const { path, query, request, state, tenant } = context
  if (!path.startsWith(recordingsPath)) return next(context)
  const answer = () => withDate(context)(answerRecording(request, state, path, query))
  return isDue(state) ? Effect.map(catchUp(state, tenant.save), answer) : answer()
}

/** Notes the answers of operations as evidence, except those of handlers and upstreams. */
const evidence =
  ({ tenants: { evidence } }: Emulated): Step<RequestContext> =>
  (context, next) =>
    mapMaybe(next(context), (response) => {
      const { effect, handler, isPassedOn, operation, request } = context
      if (operation === undefined || handler !== undefined || isPassedOn || isLost(context)) return response
      const kind = request.headers[clientKindHeader] ?? ""
      evidence.note({ operation: operation.id, status: response.status, isFaulty: effect !== undefined, kind })
      return response
    })

const limits: Step<RequestContext> = (context, next) => {
  const { limits } = context.tenant
  return limits === undefined
    ? next(context)
    : mapMaybe(
        limits.apply(context, () => next(context)),
        withDate(context)
      )
}

/** Answers an error status that the client prefers, or applies the faults of the tenant. */
const faults: Step<RequestContext> = (context, next) => {
  const { operation, path, request, tenant, world } = context
  // names in any letter case, and values with or without quotes (RFC 7240, 2)
  const [, preferred] =
    /(?:^|[\s,;])code\s*=\s*"?(?![23]\d\d\b)([^\s,;"]*)/i.exec(request.headers["prefer"] ?? "") ?? []
  if (preferred !== undefined) {
    context.faults = ["prefer"]
    context.effect = "status"
    const error = /^[45]\d\d$/.test(preferred)
      ? { status: Number(preferred), message: `The header prefer asks for the status ${preferred}.` }
      : {
          status: 400,
          message: `The header prefer has code=${preferred}. Use a status from 400 to 599, as in code=503.`
        }
    return withDate(context)(injectedError({ operation, path }, error, optionLookup(world().settings.choices)))
  }
  return tenant.faults === undefined
    ? next(context)
    : Effect.map(
        tenant.faults.apply(context, () => next(context)),
        withDate(context)
      )
}

// node dates answers by the machine's time
const withDate =
  ({ now, tenant: { clock } }: RequestContext) =>
  (response: HttpServerResponse.HttpServerResponse) =>
    clock.pace() === undefined || "date" in response.headers
      ? response
      : HttpServerResponse.setHeader(response, "date", new Date(now()).toUTCString())

/** Records the answer before faults change it, and a streamed body while it goes out. */
const record: Step<RequestContext> = (context, next) => {
  const response = flatMapMaybe(next(context), (response) => recordStream(context.exchange, response))
  return mapMaybe(response, (response) => {
    if (context.isPassedOn) return response
    const dated = withDate(context)(response)
    if (context.exchange !== undefined) context.exchange.served = dated
    return dated
  })
}

const handlers =
  ({ tenants, upstream }: Emulated): Step<RequestContext> =>
  (context, next) => {
    const { operation, region, tenant } = context
    const handlers = tenants.handlers.get(tenant.name)
    return handlers === undefined
      ? next(context)
      : handle(handlers, context, upstream?.takes(region, operation) === true, next)
  }

const passOn =
  (upstream: Upstream): Step<RequestContext> =>
  (context, next) => {
    // the link leads here, as the e-mail is the emulator's
    if (!upstream.takes(context.region, confirmOpened(context).operation))
      return compressionError(context.request) ?? next(context)
    context.isPassedOn = true
    enterJournal(context)
    return upstream.pass(context)
  }
