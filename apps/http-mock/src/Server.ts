import { Api } from "@remote-assist/core/Api"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"

import type { Access } from "./control/Access.ts"
import * as Plane from "./control/Plane.ts"
import { front } from "./Front.ts"
import type { Answer } from "./Front.ts"
import * as Auth from "./groups/Auth/http.ts"
import * as Calls from "./groups/Calls/http.ts"
import * as EnterpriseUsers from "./groups/EnterpriseUsers/http.ts"
import * as Invitations from "./groups/Invitations/http.ts"
import * as OnCallGroups from "./groups/OnCallGroups/http.ts"
import * as PersonalAccessTokens from "./groups/PersonalAccessTokens/http.ts"
import * as Pods from "./groups/Pods/http.ts"
import * as Registration from "./groups/Registration/http.ts"
import * as Tokens from "./groups/Tokens/http.ts"
import * as Guard from "./Guard.ts"
import type { Tenants } from "./Tenants.ts"

const groups = Layer.mergeAll(
  Auth.layer,
  Tokens.layer,
  PersonalAccessTokens.layer,
  Registration.layer,
  Calls.layer,
  OnCallGroups.layer,
  Invitations.layer,
  EnterpriseUsers.layer,
  Pods.layer
)

/**
 * The operations of the contract, built once: requests bring what differs between emulators. What is built keeps its
 * context, so that one is empty; nothing in it ends with a scope.
 */
const service = Effect.runSync(
  Effect.cached(
    HttpRouter.toHttpEffect(
      HttpApiBuilder.layer(Api).pipe(
        Layer.provide(groups),
        Layer.provide(Guard.layer),
        Layer.provide(HttpServer.layerServices)
      )
    ).pipe(Effect.updateContext((_: Context.Context<never>) => Context.make(Scope.Scope, Scope.makeUnsafe())))
  )
)

/** Makes what answers every request to the emulator of some tenants, by who may use the control plane. */
export const make = (tenants: Tenants, apiKeyHeader: string) =>
  Effect.map(service, (service) => {
    const keyed = Effect.provideService(service, Guard.ApiKeyHeader, apiKeyHeader)
    const plane = Plane.of(tenants)
    return (access: Access): Answer => front(tenants, keyed, { plane, access, apiKeyHeader })
  })
