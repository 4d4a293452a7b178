import * as OpenApi from "effect/http-api/OpenApi"
import * as FindMyWay from "effect/http/FindMyWay"

import { CallsGroup } from "./calls.ts"
import { ClockGroup } from "./clock.ts"
import { EvidenceGroup } from "./evidence.ts"
import { FaultsGroup } from "./faults.ts"
import { GapsGroup } from "./gaps.ts"
import { emptyControlApi } from "./group.ts"
import { JournalGroup } from "./journalEntries.ts"
import { OutboxGroup } from "./outbox.ts"
import { RateLimitGroup } from "./rateLimit.ts"
import { StateGroup } from "./state.ts"
import { TenantsGroup } from "./tenants.ts"

/** The API of the control plane: changes the state of a tenant, and shows what happened in it. */
export const ControlApi = emptyControlApi
  .add(TenantsGroup)
  .add(ClockGroup)
  .add(StateGroup)
  .add(OutboxGroup)
  .add(CallsGroup)
  .add(GapsGroup)
  .add(FaultsGroup)
  .add(RateLimitGroup)
  .add(JournalGroup)
  .add(EvidenceGroup)

/** Returns the control plane as an OpenAPI 3.1 document. */
export const makeDocument = () => OpenApi.fromApi(ControlApi)

/** The endpoints of the control plane. */
export const endpoints = Object.values(ControlApi.groups).flatMap((group) =>
  Object.values(group.endpoints).map(({ identifier, method, path, query }) => ({
    method: String(method),
    path: `/${path.slice(1)}` as const,
    what: `control: ${group.identifier}.${identifier}`,
    takesQuery: query !== undefined
  }))
)

const router = FindMyWay.make<(typeof endpoints)[number]>({ maxParamLength: Number.POSITIVE_INFINITY })
for (const endpoint of endpoints) router.on(endpoint.method, endpoint.path, endpoint)

/** Finds the endpoint of a request, or returns `undefined`. */
export const findEndpoint = (method: string, path: string) => router.find(method, path)?.handler
