import type { GroupName, Operation } from "@remote-assist/core/Contract"
import * as Effect from "effect/Effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Result from "effect/Result"

import { contextOf } from "../tenants/Tenant.ts"
import type { Deployment } from "../tenants/Tenant.ts"
import { inEffect } from "../wire/Answer.ts"
import type { AtOnce } from "../wire/Answer.ts"
import { errorResponse, responseOf } from "../wire/errors.ts"
import * as Auth from "./groups/Auth.ts"
import * as Calls from "./groups/Calls.ts"
import * as EnterpriseUsers from "./groups/EnterpriseUsers.ts"
import * as Invitations from "./groups/Invitations.ts"
import * as OnCallGroups from "./groups/OnCallGroups.ts"
import * as PersonalAccessTokens from "./groups/PersonalAccessTokens.ts"
import * as Pods from "./groups/Pods.ts"
import * as Registration from "./groups/Registration.ts"
import * as Tokens from "./groups/Tokens.ts"
import { writer, reader } from "./run/codec.ts"
import type { Read, Sent } from "./run/codec.ts"
import { guardOf } from "./run/guards.ts"
import type { Handlers, Raw, Outcome, Run } from "./run/run.ts"

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

type Response = HttpServerResponse.HttpServerResponse

// what is decoded, and who calls, is what the contract says of the operation, by which both were typed
const handlerOf = ({ group, name }: Operation): ((input: Read & Raw) => Run<unknown>) =>
  Reflect.get(groups[group], name)

/** Answers requests to an operation, each at once, but for what it waits for before the answer goes out. */
type Serve = (
  deployment: Deployment,
  apiKeyHeader: string,
  request: HttpServerRequest.HttpServerRequest,
  sent: Sent,
  base: () => string
) => AtOnce<Response>

const serveWith = (operation: Operation): Serve => {
  const guard = guardOf(operation)
  const read = reader(operation)
  const handle = handlerOf(operation)
  const write = writer(operation)
  const answered = (outcome: Outcome<unknown>): AtOnce<Response> => {
    if (Result.isFailure(outcome)) return responseOf(outcome.failure)
    const { answer, saved } = outcome.success
    const response = HttpServerResponse.isHttpServerResponse(answer) ? answer : write(answer)
    return saved === undefined ? response : Effect.as(saved, response)
  }
  return (deployment, apiKeyHeader, request, sent, base) => {
    const context = contextOf(deployment)
    const admitted = guard(context, apiKeyHeader, request, sent)
    if (Result.isFailure(admitted)) return responseOf(admitted.failure)
    const input = read(sent)
    if (Result.isFailure(input)) return errorResponse(operation, operation.path, input.failure, context.choose)
    const perform = handle({ ...input.success, request, base })
    const outcome = perform({ deployment, context, principal: admitted.success })
    return Effect.isEffect(outcome)
      ? Effect.flatMap(outcome, (outcome) => inEffect(answered(outcome)))
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
