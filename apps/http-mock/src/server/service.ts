import type { GroupName, Operation } from "@remote-assist/core/Contract"
import * as ByteSize from "effect/ByteSize"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { memoize } from "effect/Function"
import * as Headers from "effect/http/Headers"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import { isConfirmation } from "../mail/addresses.ts"
import { UnsavedChange } from "../persistence/StateErrors.ts"
import { decoderOf, encoderOf, takesBody } from "../service/codec.ts"
import * as Auth from "../service/groups/Auth.ts"
import * as Calls from "../service/groups/Calls.ts"
import * as EnterpriseUsers from "../service/groups/EnterpriseUsers.ts"
import * as Invitations from "../service/groups/Invitations.ts"
import * as OnCallGroups from "../service/groups/OnCallGroups.ts"
import * as PersonalAccessTokens from "../service/groups/PersonalAccessTokens.ts"
import * as Pods from "../service/groups/Pods.ts"
import * as Registration from "../service/groups/Registration.ts"
import * as Tokens from "../service/groups/Tokens.ts"
import { administrator, anyCaller, finish, group, requestCheck, user } from "../service/operation.ts"
import type { MswHandler } from "../tenants/Handlers.ts"
import type { RequestContext } from "../tenants/RequestContext.ts"
import { catchUp, isDue, transitionContext } from "../tenants/Tenant.ts"
import { requestRegionUrl } from "../tenants/TenantName.ts"
import { errorResponse, injectedError } from "../wire/errors.ts"
import * as Wire from "../wire/request.ts"
import { toEffect } from "../wire/response.ts"
import type { MaybeEffect, MaybeResponse, Next } from "../wire/response.ts"
import * as Paging from "../world/lists/paging.ts"
import { badInput, serviceError } from "../world/ServiceError.ts"
import type { Checked, ServiceError } from "../world/ServiceError.ts"
import { enterJournal } from "./journal.ts"

type Request = HttpServerRequest.HttpServerRequest

type Response = HttpServerResponse.HttpServerResponse

const groups: { readonly [Name in GroupName]: ReturnType<typeof group> } = {
  Auth: group(anyCaller, Auth.handlers),
  Calls: group(user, Calls.handlers),
  EnterpriseUsers: group(administrator("manage_users"), EnterpriseUsers.handlers),
  Invitations: group(user, Invitations.handlers),
  OnCallGroups: group(user, OnCallGroups.handlers),
  PersonalAccessTokens: group(user, PersonalAccessTokens.handlers),
  Pods: group(administrator("manage_groups"), Pods.handlers),
  Registration: group(anyCaller, Registration.handlers),
  Tokens: group(anyCaller, Tokens.handlers)
}

/** The bytes of a body, `undefined` if there is none, or why it cannot be read. */
type Body = Checked<Uint8Array | undefined>

const tooLarge = (maxBytes: number) =>
  serviceError("badInput", `The body is larger than ${ByteSize.format(ByteSize.bytes(maxBytes))}. Send less.`)

const readBody = (request: Request, maxBytes: number): Effect.Effect<Body> =>
  Effect.match(Effect.interruptible(Wire.readBytes(request, maxBytes)), {
    onFailure: (error) =>
      Wire.isTooLarge(error) ? Result.fail(tooLarge(maxBytes)) : badInput("The body ended too early. Send all of it."),
    onSuccess: Result.succeed
  })

type Serve = (context: RequestContext, body: Body) => MaybeEffect<Response>

const makeServe = (operation: Operation): Serve => {
  const check = requestCheck(operation)
  const decode = decoderOf(operation)
  const handle = groups[operation.group](operation.name)
  const encode = encoderOf(operation)
  const isList = Wire.fieldsOf(operation.query).some(({ name }) => name === "page")
  return (request, body) => {
    const { exchange, match, region, request: message, secure, state, tenant } = request
    const context = transitionContext(state, exchange)
    const { params = {}, query = {} } = match ?? {}
    const sent = {
      params,
      query: isList ? Paging.withValidPages(query, context.option) : query,
      contentType: message.headers["content-type"],
      body
    }
    const respond = Result.match({
      onFailure: (error: ServiceError) => errorResponse(operation, operation.path, error, context.option),
      onSuccess: (answer) => (HttpServerResponse.isHttpServerResponse(answer) ? answer : encode(answer))
    })
    const principal = check(context, request, sent)
    if (Result.isFailure(principal)) return respond(principal)
    const input = decode(sent)
    if (Result.isFailure(input)) return respond(input)
    const base = () => requestRegionUrl(message, secure, tenant.name, region)
    const step = handle(context, principal.success, { ...input.success, request: message, base })
    return Result.isFailure(step) ? respond(step) : finish(request, context, step.success, respond)
  }
}

// made by the first request for the operation, for all emulators
const serveOf = memoize(makeServe)

const refuse = ({ option, operation, path }: RequestContext, error: ServiceError) =>
  errorResponse(operation, path, error, option)

/** Returns the POST for a browser that opens the confirmation link of an e-mail, or the same request. */
export const confirmOpened = (context: RequestContext): RequestContext => {
  const { apiKeyHeader, option, path, query, request } = context
  if (request.method !== "GET" || !isConfirmation(path) || !/\btext\/html\b/.test(request.headers["accept"] ?? ""))
    return context
  const [key = ""] = option("api-key.value")
  const headers = Headers.set(request.headers, apiKeyHeader, key)
  const match = Wire.matchOperation("POST", path, query)
  return { ...context, match, operation: match?.operation, request: request.modify({ headers }) }
}

const serveBody = (received: RequestContext, body: Body): MaybeEffect<Response> => {
  received.body = Result.getOrUndefined(body)
  enterJournal(received)
  const context = received.match === undefined ? confirmOpened(received) : received
  const { match, path, request } = context
  return match === undefined
    ? refuse(context, serviceError("notFound", Wire.noOperationMessage(request.method, path)))
    : serveOf(match.operation)(context, body)
}

const serveAfterEvents = (context: RequestContext, body: Body): MaybeEffect<Response> => {
  const { state, tenant } = context
  return isDue(state)
    ? Effect.flatMap(catchUp(state, tenant.save), () => toEffect(serveBody(context, body)))
    : serveBody(context, body)
}

const onFailure =
  (context: RequestContext) =>
  (cause: Cause.Cause<never>): Effect.Effect<Response> => {
    if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
    const error = Cause.squash(cause)
    if (error instanceof UnsavedChange)
      return Effect.succeed(injectedError(context, { status: 500, message: error.message }, context.option))
    const internal = serviceError(
      "internal",
      "The emulator failed to answer. Report this defect with the error in its log."
    )
    return Effect.as(Effect.logError(cause), refuse(context, internal))
  }

/** Answers a request to a region. A request for no operation gets an error in the form of its path's version. */
export const service: Next<RequestContext> = (context) => {
  const { match, request, tenant } = context
  const maxBytes = Wire.maxBodyBytes(context)
  if (Wire.contentLength(request) > maxBytes) return refuse(context, tooLarge(maxBytes))
  const needsBody = tenant.journal !== undefined || (match !== undefined && takesBody(match.operation))
  const serve = (body: Body) => serveAfterEvents(context, body)
  if (needsBody && Wire.mayHaveBody(request))
    return Effect.catchCause(
      Effect.flatMap(readBody(request, maxBytes), (body) => toEffect(serve(body))),
      onFailure(context)
    )
  const response = Result.try({ try: () => serve(Result.succeed(undefined)), catch: Cause.die })
  if (Result.isFailure(response)) return onFailure(context)(response.failure)
  return Effect.isEffect(response.success) ? Effect.catchCause(response.success, onFailure(context)) : response.success
}

/** Answers by MSW handlers, or yields `undefined` if none of them answers. */
const tryHandlers = Effect.fnUntraced(function* (
  handlers: ReadonlyArray<MswHandler>,
  context: RequestContext,
  isForUpstream: boolean
): Effect.fn.Return<Response | undefined, never, Request> {
  const { request, state, tenant } = context
  const maxBytes = Wire.maxBodyBytes(context)
  if (context.body === undefined && Wire.mayHaveBody(request)) {
    // an upstream gets the whole body, so a body of unknown length is not read here
    const isUnknown = isForUpstream && request.headers["transfer-encoding"] !== undefined
    if (isUnknown || Wire.contentLength(request) > maxBytes) return undefined
    const body = yield* readBody(request, maxBytes)
    if (Result.isFailure(body)) return refuse(context, body.failure)
    context.body = body.success
  }
  if (isDue(state)) yield* catchUp(state, tenant.save)
  // loads MSW only if there are handlers
  const { answerBy } = yield* Effect.promise(() => import("../handlers/answer.ts"))
  const found = yield* answerBy(handlers, context)
  if (Option.isNone(found)) return undefined
  const { answer, handler } = found.value
  context.handler = handler
  enterJournal(context)
  return Result.getOrElse(answer, (error) => injectedError(context, error, context.option))
})

/** Answers by MSW handlers, else by the next step. */
export const handle = (
  handlers: ReadonlyArray<MswHandler>,
  context: RequestContext,
  isForUpstream: boolean,
  next: Next<RequestContext>
): MaybeResponse =>
  Effect.flatMap(tryHandlers(handlers, context, isForUpstream), (response) => toEffect(response ?? next(context)))
