import type { GroupName, Operation } from "@remote-assist/core/Contract"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as MutableRef from "effect/MutableRef"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import type { MswHandler } from "../handlers/registry.ts"
import { takesBody, writer, reader } from "../service/codec.ts"
import type { Read, Sent } from "../service/codec.ts"
import * as Auth from "../service/groups/Auth.ts"
import * as Calls from "../service/groups/Calls.ts"
import * as EnterpriseUsers from "../service/groups/EnterpriseUsers.ts"
import * as Invitations from "../service/groups/Invitations.ts"
import * as OnCallGroups from "../service/groups/OnCallGroups.ts"
import * as PersonalAccessTokens from "../service/groups/PersonalAccessTokens.ts"
import * as Pods from "../service/groups/Pods.ts"
import * as Registration from "../service/groups/Registration.ts"
import * as Tokens from "../service/groups/Tokens.ts"
import { guardOf } from "../service/operation.ts"
import type { Handlers, Raw, Outcome, Run } from "../service/operation.ts"
import type { RequestContext } from "../tenants/RequestContext.ts"
import { optionLookupFor, isDue, settle, transitionContext } from "../tenants/Tenant.ts"
import type { RegionState } from "../tenants/Tenant.ts"
import { baseFor } from "../tenants/TenantName.ts"
import { errorResponse, injectedError, protocolError, responseOf } from "../wire/errors.ts"
import { whyNoOperation } from "../wire/request.ts"
import { toEffect } from "../wire/response.ts"
import type { MaybeEffect } from "../wire/response.ts"
import { optionLookup } from "../world/gaps/options.ts"
import * as Paging from "../world/lists/paging.ts"
import { serviceError } from "../world/ServiceError.ts"
import type { ServiceError } from "../world/ServiceError.ts"
import * as Http from "./http.ts"
import { reached } from "./record.ts"

type Request = HttpServerRequest.HttpServerRequest

type Response = HttpServerResponse.HttpServerResponse

const lengthOf = ({ headers }: Request) => Number(headers["content-length"] ?? 0)

/** Answers a request to a region; what no operation takes is refused in the error form of its path's version. */
export const serviceAnswer = (context: RequestContext): MaybeEffect<Response, Request> => {
  const { apiKeyHeader, deployment, match, operation, path, region, request, secure, tenant } = context
  const { headers, method } = request
  const option = optionLookup(MutableRef.get(deployment.world).settings.choices)
  const refuse = (refused: ServiceError) => errorResponse(operation, path, refused, optionLookupFor(deployment))
  const mostBytes = Http.maximumBody(option)
  if (lengthOf(request) > mostBytes)
    return Effect.map(Effect.interruptible(Http.dropBody(request)), () => refuse(Http.bodyTooLarge(option)))

  const here = tenant.regions[region]

  const serve = (body: Http.Body): MaybeEffect<Response, Request> =>
    isDue(here) ? Effect.flatMap(settle(here, tenant.save), () => toEffect(serveSettled(body))) : serveSettled(body)

  const serveSettled = (body: Http.Body): MaybeEffect<Response, Request> => {
    reached(context, Result.getOrUndefined(body))
    if (match === undefined) return refuse(serviceError("notFound", whyNoOperation(method, path)))
    const sent = {
      params: match.params,
      query: Paging.readable(match.query, option),
      contentType: headers["content-type"],
      body
    }
    return serving(match.operation)(deployment, apiKeyHeader, request, sent, () =>
      baseFor(request, secure, tenant.name, region)
    )
  }

  const failed = (cause: Cause.Cause<never>): Effect.Effect<Response> =>
    Cause.hasInterruptsOnly(cause)
      ? Effect.interrupt
      : Option.match(Http.refusalOf(cause), {
          onNone: () => Effect.as(Effect.logError(cause), refuse(Http.internal)),
          onSome: (refused) => Effect.succeed(refuse(refused))
        })

  const isRead = tenant.journal !== undefined || (match !== undefined && takesBody(match.operation))
  if (isRead && Http.mayHaveBody(request)) {
    const body = Effect.interruptible(Http.readBody(request, mostBytes, Http.bodyTooLarge(option)))
    return Effect.catchCause(
      Effect.flatMap(body, (body) => toEffect(serve(body))),
      failed
    )
  }
  const response = Result.try({ try: () => serve(Http.noBody), catch: Cause.die })
  if (Result.isFailure(response)) return failed(response.failure)
  return Effect.isEffect(response.success) ? Effect.catchCause(response.success, failed) : response.success
}

// what goes on to an upstream has to stay whole, so that a body of unknown length is not read here
const canRead = ({ headers }: Request, mostBytes: number, isForUpstream: boolean) =>
  Number(headers["content-length"] ?? 0) <= mostBytes && !(isForUpstream && headers["transfer-encoding"] !== undefined)

/** What handlers answer to a request to a region of a tenant, or `undefined` if none of them has an answer. */
export const handlerAnswer = Effect.fnUntraced(function* (
  handlers: ReadonlyArray<MswHandler>,
  context: RequestContext,
  isForUpstream: boolean
): Effect.fn.Return<Response | undefined, never, Request> {
  const { deployment, operation, path, region, request, tenant } = context
  const option = optionLookup(MutableRef.get(deployment.world).settings.choices)
  const mostBytes = Http.maximumBody(option)
  if (context.body === undefined && Http.mayHaveBody(request)) {
    if (!canRead(request, mostBytes, isForUpstream)) return undefined
    const read = yield* Effect.interruptible(Http.readBody(request, mostBytes, Http.bodyTooLarge(option)))
    if (Result.isFailure(read)) return errorResponse(operation, path, read.failure, option)
    context.body = read.success
  }
  const here = tenant.regions[region]
  if (isDue(here)) yield* settle(here, tenant.save)
  // loads MSW, which only those need who have handlers
  const { answerBy } = yield* Effect.promise(() => import("../handlers/answer.ts"))
  const found = yield* answerBy(handlers, context)
  if (Option.isNone(found)) return undefined
  const { answer, handler } = found.value
  reached(context, context.body)
  context.handler = handler
  if (deployment.exchange !== undefined) deployment.exchange.handler = handler
  return Result.getOrElse(answer, (message) =>
    operation === undefined
      ? protocolError(path, 500, message, option)
      : injectedError(operation, { status: 500, message }, option)
  )
})

const groups: { readonly [Name in GroupName]: Handlers<Name> } = {
  Auth: Auth.handlers,
  Calls: Calls.handlers,
  EnterpriseUsers: EnterpriseUsers.handlers,
  Invitations: Invitations.handlers,
  OnCallGroups: OnCallGroups.handlers,
  PersonalAccessTokens: PersonalAccessTokens.handlers,
  Pods: Pods.handlers,
  Registration: Registration.handlers,
  Tokens: Tokens.handlers
}

// what is decoded, and who calls, is what the contract says of the operation, by which both were typed
const handlerOf = ({ group, name }: Operation): ((input: Read & Raw) => Run<unknown>) =>
  Reflect.get(groups[group], name)

/** Answers requests to an operation, each at once, but for what it waits for before the answer goes out. */
type Serve = (
  deployment: RegionState,
  apiKeyHeader: string,
  request: HttpServerRequest.HttpServerRequest,
  sent: Sent,
  base: () => string
) => MaybeEffect<Response>

const serveWith = (operation: Operation): Serve => {
  const guard = guardOf(operation)
  const read = reader(operation)
  const handle = handlerOf(operation)
  const write = writer(operation)
  const answered = (outcome: Outcome<unknown>): MaybeEffect<Response> => {
    if (Result.isFailure(outcome)) return responseOf(outcome.failure)
    const { answer, saved } = outcome.success
    const response = HttpServerResponse.isHttpServerResponse(answer) ? answer : write(answer)
    return saved === undefined ? response : Effect.as(saved, response)
  }
  return (deployment, apiKeyHeader, request, sent, base) => {
    const context = transitionContext(deployment)
    const admitted = guard(context, apiKeyHeader, request, sent)
    if (Result.isFailure(admitted)) return responseOf(admitted.failure)
    const input = read(sent)
    if (Result.isFailure(input)) return errorResponse(operation, operation.path, input.failure, context.option)
    const perform = handle({ ...input.success, request, base })
    const outcome = perform({ deployment, context, principal: admitted.success })
    return Effect.isEffect(outcome)
      ? Effect.flatMap(outcome, (outcome) => toEffect(answered(outcome)))
      : answered(outcome)
  }
}

const built = new Map<Operation, Serve>()

/** What answers an operation: built when it is first asked for, and once; requests bring what differs between emulators. */
export const serving = (operation: Operation): Serve => {
  const known = built.get(operation)
  if (known !== undefined) return known
  const made = serveWith(operation)
  built.set(operation, made)
  return made
}
