import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"

import { isOwn } from "../control/ownRoutes.ts"
import { inTenant } from "../tenants/TenantName.ts"
import type { Answer } from "../wire/Answer.ts"
import * as Cors from "../wire/cors.ts"
import { protocolError } from "../wire/errorResponse.ts"
import { chooseFirst } from "../world/gaps/Gaps.ts"

const pathOf = (url: string) => inTenant(url).url.split("?", 1)[0] || "/"

/** Whether an address is of the service: the emulator's own are not for pages of other origins, whatever is allowed. */
const isOfService = (url: string) => {
  const path = pathOf(url)
  return path !== "/" && !isOwn(path)
}

const whyNot = (origin: string) =>
  `Pages of ${origin} may not use this emulator. Add the origin to those of --cors, or of the option cors.`

/** An answer to an address, for pages of an origin where they may have it. */
export const readableBy = (
  cors: Cors.Cors,
  origin: string | undefined,
  url: string,
  response: HttpServerResponse.HttpServerResponse
): HttpServerResponse.HttpServerResponse => {
  if (!isOfService(url)) return response
  if (origin !== undefined && Cors.allows(cors, origin)) return Cors.readable(origin, response)
  return Cors.isListed(cors) ? Cors.varying(response) : response
}

/**
 * Lets pages of other origins use the service. A preflight is answered here: it is no request to the service, so there
 * is no fault, no journal entry and no evidence of it.
 */
export const crossOrigin = (answer: Answer, cors: Cors.Cors): Answer =>
  cors === "off"
    ? answer
    : Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
        const { headers, url } = request
        const origin = headers["origin"]
        if (origin === undefined && !Cors.isListed(cors)) return answer
        if (origin === undefined || !Cors.isPreflight(request) || !isOfService(url))
          return Effect.map(answer, (response) => readableBy(cors, origin, url, response))
        return Effect.succeed(
          Cors.allows(cors, origin)
            ? Cors.permit(origin, request)
            : readableBy(cors, origin, url, protocolError(pathOf(url), 403, whyNot(origin), chooseFirst))
        )
      })
