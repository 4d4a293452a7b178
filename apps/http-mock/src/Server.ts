import { Api } from "@remote-assist/core/Api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"

import type { Access } from "./control/Access.ts"
import * as Plane from "./control/Plane.ts"
import { front } from "./Front.ts"
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

/** The operations of the contract. */
const service = (apiKeyHeader: string) =>
  HttpApiBuilder.layer(Api).pipe(
    Layer.provide(groups),
    Layer.provide(Guard.layer),
    Layer.provide(Layer.succeed(Guard.ApiKeyHeader, apiKeyHeader)),
    Layer.provide(HttpServer.layerServices)
  )

export interface ServerSettings {
  readonly apiKeyHeader: string
  readonly access: Access
}

/** Makes what answers every request to the emulator of some tenants. */
export const make = (tenants: Tenants, { access, apiKeyHeader }: ServerSettings) =>
  Effect.zipWith(HttpRouter.toHttpEffect(service(apiKeyHeader)), Plane.make(tenants), (service, plane) =>
    front(tenants, service, { plane, access, apiKeyHeader })
  )
