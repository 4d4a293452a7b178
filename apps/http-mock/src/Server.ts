import * as Effect from "effect/Effect"

import type { Access } from "./control/Access.ts"
import * as Plane from "./control/Plane.ts"
import { front } from "./Front.ts"
import type { Answer } from "./Front.ts"
import * as Guard from "./Guard.ts"
import { serviceFor } from "./Service.ts"
import type { Tenants } from "./tenants/Tenants.ts"

/** Makes what answers every request to the emulator of some tenants, by who may use the control plane. */
export const make = (tenants: Tenants, apiKeyHeader: string) => {
  const plane = Plane.of(tenants)
  const service = (method: string, path: string) =>
    Effect.map(serviceFor(method, path), Effect.provideService(Guard.ApiKeyHeader, apiKeyHeader))
  return (access: Access): Answer => front(tenants, service, { plane, access, apiKeyHeader })
}
