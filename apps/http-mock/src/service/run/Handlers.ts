import type { Endpoints, GroupName } from "@remote-assist/core/Contract"
import type * as Endpoint from "@remote-assist/core/Endpoint"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"

import type { Worded } from "../../wire/serviceErrors.ts"
import type { Principal } from "../../world/model/TransitionContext.ts"
import type { Run } from "./run.ts"

/** What a request says beside what the contract decodes. */
export interface Raw {
  readonly request: HttpServerRequest.HttpServerRequest
  /** Where whoever sent it finds the region. */
  readonly base: () => string
  /** The JSON of its body before it was decoded. */
  readonly body: unknown
}

type PrincipalOf<E> = E extends { readonly takesUserToken: true } ? Principal : undefined

/** What answers an operation: its decoded input in, what the contract answers or words out. */
export type Handler<E> = (
  input: Raw & Endpoint.Input<E>
) => Run<Endpoint.Success<E> | HttpServerResponse.HttpServerResponse, Worded<Endpoint.Failure<E>>, PrincipalOf<E>>

/** What answers the operations of a group, each by its name. */
export type Handlers<Name extends GroupName> = {
  readonly [Operation in keyof Endpoints<Name>]: Handler<Endpoints<Name>[Operation]>
}
