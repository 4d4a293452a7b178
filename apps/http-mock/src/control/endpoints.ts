import * as Effect from "effect/Effect"
import type * as OpenApi from "effect/http-api/OpenApi"

import type { Endpoint } from "./docs/addresses.ts"

/** The endpoints of the control plane, whose code is loaded when they are asked for, which keeps it out of the start. */
export const controlEndpoints: Effect.Effect<ReadonlyArray<Endpoint>> = Effect.map(
  Effect.promise(() => import("./ControlApi.ts")),
  ({ ControlApi }) =>
    Object.values(ControlApi.groups).flatMap((group) =>
      Object.values(group.endpoints).map(({ identifier, method, path }) => ({
        method: String(method),
        path: `/${path.slice(1)}` as const,
        what: `control: ${group.identifier}.${identifier}`
      }))
    )
)

/** The document of the control plane, whose code is loaded when it is asked for too. */
export const controlDocument: Effect.Effect<OpenApi.OpenAPISpec> = Effect.map(
  Effect.promise(() => Promise.all([import("./ControlApi.ts"), import("effect/http-api/OpenApi")])),
  ([{ ControlApi }, { fromApi }]) => fromApi(ControlApi)
)
