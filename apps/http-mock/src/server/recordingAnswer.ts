import type { RegionName } from "@remote-assist/core/Region"
import * as Effect from "effect/Effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"

import { isDue, settle } from "../tenants/Tenant.ts"
import type { Tenant } from "../tenants/Tenant.ts"
import { recordingsPath } from "../world/calls/recordingAddress.ts"
import { logged } from "./RequestLog.ts"

/** Whether a path within a region is of recordings, which no operation has. */
export const isRecording = (path: string): boolean => path.startsWith(recordingsPath)

// most who get an address never follow it
const recordings = Effect.promise(() => import("../service/recordings.ts"))

/**
 * Answers a request for a recording: a file beside the service, so that there is no journal entry and no evidence of it,
 * and neither faults nor handlers nor another service have a part in it.
 */
export const recordingAnswer = (
  request: HttpServerRequest.HttpServerRequest,
  { name, regions, save }: Tenant,
  region: RegionName,
  path: string,
  query: string
): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
  const here = regions[region]
  const settled = isDue(here) ? settle(here, save) : Effect.void
  return logged(
    request,
    { tenant: name, region, path, operation: undefined, handler: undefined, isPassed: false },
    () => Effect.zipWith(recordings, settled, ({ answer }) => answer(request, here, path, query))
  )
}
