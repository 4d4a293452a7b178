import type { Endpoints, GroupName, Match, Operation } from "@remote-assist/core/Contract"
import type * as Endpoint from "@remote-assist/core/Endpoint"
import * as Effect from "effect/Effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as MutableRef from "effect/MutableRef"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as Semaphore from "effect/Semaphore"

import { noteChange } from "../tenants/Journal.ts"
import type { RequestContext } from "../tenants/RequestContext.ts"
import { bearerToken, fieldsOf, findElsewhere, headerOf, isUserToken, withoutBearer } from "../wire/request.ts"
import { flatMapMaybe } from "../wire/response.ts"
import type { MaybeEffect } from "../wire/response.ts"
import type { OptionLookup } from "../world/gaps/options.ts"
import type { Cooperative } from "../world/lists/select.ts"
import type {
  AdministrationContext,
  CallerContext,
  Principal,
  TransitionContext,
  TransitionResult,
  World
} from "../world/model/World.ts"
import { badInput, reject } from "../world/ServiceError.ts"
import type { Checked } from "../world/ServiceError.ts"
import { authenticate, callerOf, permitted, principalOf } from "./authenticate.ts"
import type { Decoded, Sent } from "./codec.ts"

type Request = HttpServerRequest.HttpServerRequest

const isKey = (option: OptionLookup, key: string) => option("api-key.value").includes(key)

const checkKey = (option: OptionLookup, header: string, request: Request, key: string | undefined): Checked => {
  if (key === undefined) {
    const place = findElsewhere(request, header, (value) => isKey(option, withoutBearer(value)))
    return reject("apiKey", `The API key is missing. Send it in the header ${header}${notIn(place)}.`)
  }
  if (isKey(option, key)) return Result.void
  // node joins the values of a repeated header
  const message = key.includes(",")
    ? `The header ${header} is repeated, or has a comma in it. Send one API key, once.`
    : `The API key in the header ${header} is not known. Check the key.`
  return reject("apiKey", message)
}

const notIn = (place: string | undefined) => (place === undefined ? "" : `, not in ${place}`)

/** Checks the API key of an operation without a user token, which may be in the header `authorization`. */
const checkOnlyKey = (option: OptionLookup, header: string, request: Request): Checked => {
  const key = headerOf(request, header)
  const form = option("api-key.form")
  return checkKey(
    option,
    header,
    request,
    form === "header" ? key : form === "authorization" ? bearerToken(request) : (key ?? bearerToken(request))
  )
}

/** Checks the API key of an operation with a user token. It may be optional, except in the administration. */
const checkKeyBesideToken = (option: OptionLookup, header: string, request: Request, path: string): Checked => {
  const key = headerOf(request, header)
  const isOptional = !path.startsWith("/v1r1/enterprise/") && option("api-key.beside-token") === "optional"
  return key === undefined && isOptional ? Result.void : checkKey(option, header, request, key)
}

const checkToken = (context: TransitionContext, request: Request): Checked<Principal> => {
  const token = bearerToken(request)
  return token === undefined
    ? missingToken(findElsewhere(request, "authorization", isUserToken))
    : Result.map(authenticate(context, token), principalOf)
}

const numbersOf = (schema: Schema.Top | undefined) =>
  fieldsOf(schema).flatMap(({ name, type }) => (SchemaAST.isNumber(type) ? [String(name)] : []))

// a number has one spelling, so that each thing has one address
const isNumber = (text: string) => /^(?:0|-?[1-9]\d*)$/.test(text)

const invalidNumber = (values: Match["params"] | Match["query"], names: ReadonlyArray<string>) =>
  names.find((name) => {
    const value = values[name]
    return typeof value === "string" && !isNumber(value)
  })

const quote = (text: string) => JSON.stringify(text.slice(0, 100))

/** Makes the check of an address: its numbers, and in a list the names of its parameters. */
const addressCheck = ({ params, path, query }: Operation) => {
  const pathNumbers = numbersOf(params)
  const names = fieldsOf(query).map(({ name }) => String(name))
  const isList = names.includes("page")
  const queryNumbers = isList ? numbersOf(query) : []
  return (option: OptionLookup, sent: Pick<Match, "params" | "query">): Checked => {
    const param = invalidNumber(sent.params, pathNumbers)
    if (param !== undefined)
      return badInput(
        `The path is invalid: ${param} is ${JSON.stringify(sent.params[param])}, which is not a whole number. Write one as in ${path.replace(`:${param}`, "101")}.`
      )
    if (!isList) return Result.void
    const unknown = Object.keys(sent.query).find((name) => !names.includes(name))
    if (unknown !== undefined && option("query.unknown-parameters") === "refused")
      return badInput(
        unknown === ""
          ? `The query has a parameter without a name. Use some of ${names.join(", ")}.`
          : `The query has the parameter ${quote(unknown)}, which this list does not have. Use some of ${names.join(", ")}.`
      )
    const parameter = invalidNumber(sent.query, queryNumbers)
    return parameter === undefined
      ? Result.void
      : badInput(
          `The query is invalid: ${parameter} is ${quote(String(sent.query[parameter]))}, which is not a whole number. Write one as in ${parameter}=20.`
        )
  }
}

/**
 * Makes the check of the requests to an operation: first the API key, then the user token, then the address. The principal is
 * `undefined` if the operation takes no user token.
 */
export const requestCheck = (operation: Operation) => {
  const { path, takesUserToken } = operation
  const checkAddress = addressCheck(operation)
  return (
    context: TransitionContext,
    { apiKeyHeader, request }: RequestContext,
    sent: Pick<Sent, "params" | "query">
  ): Checked<Principal | undefined> => {
    const { option } = context
    if (!takesUserToken) return Result.map(checkOnlyKey(option, apiKeyHeader, request), () => undefined)
    return Result.andThen(checkKeyBesideToken(option, apiKeyHeader, request, path), () =>
      Result.andThen(checkToken(context, request), (principal) =>
        Result.map(checkAddress(option, sent), () => principal)
      )
    )
  }
}

// one at a time: of several requests for the same rows, all but the first find them in a cache
const semaphore = Semaphore.makeUnsafe(1)

const runSlices = Effect.fnUntraced(function* <A>(work: Cooperative<A>) {
  for (;;) {
    yield* Effect.yieldNow
    const { done, value } = work.next()
    if (done === true) return value
  }
})

/** Runs cooperative work at once if it does not pause, else in slices between which other requests run. */
const runCooperatively = <A>(work: Cooperative<A>): A | Effect.Effect<A> => {
  const { done, value } = work.next()
  return done === true ? value : semaphore.withPermits(1)(runSlices(work))
}

/** Adds the caller to the context of a transition, or rejects them. */
type Guard<Context> = (context: TransitionContext, principal: Principal | undefined) => Checked<Context>

/** The result of a transition, or cooperative work that yields it and does not change the world. */
type MaybeCooperative<Answer> = TransitionResult<Answer> | Cooperative<TransitionResult<Answer>>

const isCooperative = <Answer>(step: MaybeCooperative<Answer>): step is Cooperative<TransitionResult<Answer>> =>
  "next" in step

const commit = ({ exchange, state }: RequestContext, before: World, after: World) => {
  const { changed, mailer, watchers, world } = state
  if (exchange !== undefined) noteChange(exchange, before, after)
  MutableRef.set(world, after)
  if (mailer !== undefined && after.outbox !== before.outbox) mailer.dispatch(before, after, exchange)
  for (const watch of watchers) watch()
  return changed(before)
}

/**
 * Finishes a transition: sets the next world and answers. The next world is saved before the answer goes out. Cooperative work
 * runs at once or in slices, and answers from the world that it started with.
 */
export const finish = <Answer>(
  request: RequestContext,
  { world }: TransitionContext,
  step: MaybeCooperative<Answer>,
  respond: (answer: Checked<Answer>) => HttpServerResponse.HttpServerResponse
): MaybeEffect<HttpServerResponse.HttpServerResponse> => {
  const end = (result: TransitionResult<Answer>) => {
    if (Result.isFailure(result)) return respond(Result.fail(result.failure))
    const [after, answer] = result.success
    const saved = after === world ? undefined : commit(request, world, after)
    const response = respond(Result.succeed(answer))
    return saved === undefined ? response : Effect.as(saved, response)
  }
  return isCooperative(step) ? flatMapMaybe(runCooperatively(step), end) : end(step)
}

/** Maps the answer of a transition to the one of the contract. */
export const mapAnswer = <Answer, Mapped>(
  result: TransitionResult<Answer>,
  map: (answer: Answer) => Mapped
): TransitionResult<Mapped> => Result.map(result, ([world, answer]) => [world, map(answer)])

/** The parts of a request that the contract does not decode. */
export interface RawInput {
  readonly request: HttpServerRequest.HttpServerRequest
  /** Returns the base address of the region, as the client reaches it. */
  readonly base: () => string
  /** The JSON of the body before it was decoded. */
  readonly body: unknown
}

/** The operations of a group by name: transitions from the context that the guard of the group makes. */
export type Handlers<Name extends GroupName, Context> = {
  readonly [Operation in keyof Endpoints<Name>]: (
    context: Context,
    input: RawInput & Endpoint.Input<Endpoints<Name>[Operation]>
  ) => MaybeCooperative<Endpoint.Success<Endpoints<Name>[Operation]> | HttpServerResponse.HttpServerResponse>
}

/** Makes a group of operations for the callers that pass its guard. */
export const group = <Context>(
  guard: Guard<Context>,
  handlers: Readonly<Record<string, (context: Context, input: never) => MaybeCooperative<unknown>>>
) => {
  // the contract has the types of the input, by which the handlers were checked
  const byName: object = handlers
  return (name: string) => {
    const handle: (context: Context, input: Decoded & RawInput) => MaybeCooperative<unknown> = Reflect.get(byName, name)
    return (context: TransitionContext, principal: Principal | undefined, input: Decoded & RawInput) =>
      Result.map(guard(context, principal), (admitted) => handle(admitted, input))
  }
}

export const anyCaller: Guard<TransitionContext> = (context) => Result.succeed(context)

const missingToken = (place?: string) =>
  reject("token", `The user token is missing. Send it in the header authorization${notIn(place)}.`)

export const user: Guard<CallerContext> = (context, principal) =>
  principal === undefined
    ? missingToken()
    : Result.map(callerOf(principal), (caller) => ({ ...context, caller, hasListedToken: principal.hasListedToken }))

/** Lets callers with a permission of the administration pass. */
export const administrator =
  (permission: string): Guard<AdministrationContext> =>
  (context, principal) =>
    principal === undefined
      ? missingToken()
      : Result.map(permitted(context, principal, permission), () => ({ ...context, principal }))
