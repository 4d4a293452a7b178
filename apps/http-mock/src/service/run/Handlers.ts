import type { Api } from "@remote-assist/core/Api"
import type { GroupName } from "@remote-assist/core/Contract"
import type * as Credentials from "@remote-assist/core/Credentials"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"

import type { Worded } from "../../wire/serviceErrors.ts"
import type { Principal } from "../../world/model/TransitionContext.ts"
import type { Run } from "./run.ts"

type Endpoints<Name extends GroupName> = (typeof Api)["groups"][Name]["endpoints"]

/** What a request says beside what the contract decodes. */
export interface Raw {
  readonly request: HttpServerRequest.HttpServerRequest
  /** The JSON of its body before it was decoded. */
  readonly body: unknown
}

type Decoded<Request> = Pick<Request, Extract<keyof Request, "params" | "query" | "payload">>

type Input<Endpoint> = Raw & Decoded<HttpApiEndpoint.Request<Endpoint>>

type TypeOf<Codec> = Codec extends { readonly Type: infer A } ? A : never

type PrincipalOf<Endpoint> =
  Credentials.Principal extends HttpApiEndpoint.MiddlewareProvides<Endpoint> ? Principal : undefined

/** What answers an operation: its decoded input in, what the contract answers or words out. */
export type Handler<Endpoint> = (
  input: Input<Endpoint>
) => Run<
  TypeOf<HttpApiEndpoint.Success<Endpoint>> | HttpServerResponse.HttpServerResponse,
  Worded<TypeOf<HttpApiEndpoint.Error<Endpoint>>>,
  PrincipalOf<Endpoint>
>

/** What answers the operations of a group, each by its name. */
export type Handlers<Name extends GroupName> = {
  readonly [Operation in keyof Endpoints<Name>]: Handler<Endpoints<Name>[Operation]>
}
