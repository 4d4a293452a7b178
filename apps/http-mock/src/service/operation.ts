import type { Match, Operation, Endpoints, GroupName } from "@remote-assist/core/Contract"
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
import type { RegionState } from "../tenants/Tenant.ts"
import { toErrorText, toErrorV1, toErrorV1R1, toErrorV1Token } from "../wire/errors.ts"
import type { Worded, Wording } from "../wire/errors.ts"
import * as CredentialHints from "../wire/request.ts"
import { bearerToken, headerOf } from "../wire/request.ts"
import { mapMaybe } from "../wire/response.ts"
import type { MaybeEffect } from "../wire/response.ts"
import type { OptionLookup } from "../world/gaps/options.ts"
import type { Cooperative } from "../world/lists/Cooperative.ts"
import type {
  Principal,
  TransitionContext,
  AdministrationContext,
  CallerContext,
  TransitionResult,
  World
} from "../world/model/World.ts"
import { serviceError } from "../world/ServiceError.ts"
import type { ServiceError } from "../world/ServiceError.ts"
import { authenticate, principalOf, callerOf, permitted } from "./authenticate.ts"
import { fieldsOf } from "./codec.ts"
import type { Sent } from "./codec.ts"

/** What of an operation a request's address is for. */
type Addressed = Pick<Operation, "path" | "params" | "query">

interface Expected {
  /** The path parameters that stand for numbers. */
  readonly numbers: ReadonlyArray<string>
  /** The parameters of the query, where the operation is a list. */
  readonly listed: ReadonlyArray<string> | undefined
  /** Those of them that stand for numbers. */
  readonly listedNumbers: ReadonlyArray<string>
}

const numbersOf = (schema: Schema.Top | undefined) =>
  fieldsOf(schema).flatMap(({ name, type }) => (SchemaAST.isNumber(type) ? [String(name)] : []))

const expect = ({ params, query }: Addressed): Expected => {
  const names = fieldsOf(query).map(({ name }) => String(name))
  const listed = names.includes("page") ? names : undefined
  return { numbers: numbersOf(params), listed, listedNumbers: listed === undefined ? [] : numbersOf(query) }
}

const expectations = new WeakMap<Addressed, Expected>()

const expected = (operation: Addressed): Expected => {
  const known = expectations.get(operation)
  if (known !== undefined) return known
  const made = expect(operation)
  expectations.set(operation, made)
  return made
}

const badInput = (message: string) => Result.fail(serviceError("badInput", message))

// a number has one spelling, so that an address names one thing and a thing has one address
const isSpelt = (text: string) => /^(?:0|-?[1-9]\d*)$/.test(text)

const notSpelt = (values: Match["params"] | Match["query"], names: ReadonlyArray<string>) =>
  names.find((name) => {
    const value = values[name]
    return typeof value === "string" && !isSpelt(value)
  })

const checkPath = ({ path }: Addressed, params: Match["params"], numbers: ReadonlyArray<string>) => {
  const odd = notSpelt(params, numbers)
  return odd === undefined
    ? Result.void
    : badInput(
        `The path does not fit: ${odd} is ${JSON.stringify(params[odd])}, which is no whole number. Write one as in ${path.replace(`:${odd}`, "101")}.`
      )
}

const shown = (name: string) => JSON.stringify(name.slice(0, 100))

const checkList = (option: OptionLookup, query: Match["query"], { listed = [], listedNumbers }: Expected) => {
  const unknown = Object.keys(query).find((name) => !listed.includes(name))
  if (unknown !== undefined && option("query.unknown-parameters") === "refused")
    return badInput(
      unknown === ""
        ? `The query has a parameter without a name. Use some of ${listed.join(", ")}.`
        : `The query has the parameter ${shown(unknown)}, which this list does not know. Use some of ${listed.join(", ")}.`
    )
  const odd = notSpelt(query, listedNumbers)
  return odd === undefined
    ? Result.void
    : badInput(
        `The query does not fit: ${odd} is ${shown(String(query[odd]))}, which is no whole number. Write one as in ${odd}=20.`
      )
}

/** Refuses numbers that are spelt in another way than numbers are, and parameters of a list that it does not know. */
const checkAddress = (
  option: OptionLookup,
  operation: Addressed,
  { params, query }: Pick<Match, "params" | "query">
): Result.Result<void, ServiceError> => {
  const expectation = expected(operation)
  return Result.andThen(checkPath(operation, params, expectation.numbers), () =>
    expectation.listed === undefined ? Result.void : checkList(option, query, expectation)
  )
}

type Request = HttpServerRequest.HttpServerRequest

type Checked<A = undefined> = Result.Result<A, ServiceError>

const allowed: Checked = Result.succeed(undefined)

const isKey = (option: OptionLookup, key: string) => option("api-key.value").some((known) => known === key)

const instead = (place: string | undefined) => (place === undefined ? "" : `, not in ${place}`)

const missingKey = (option: OptionLookup, header: string, request: Request) =>
  serviceError(
    "apiKey",
    `The API key is missing. Send it in the header ${header}${instead(CredentialHints.apiKey(request, header, (value) => isKey(option, value)))}.`
  )

const missingToken = (request: Request) =>
  serviceError(
    "token",
    `The user token is missing. Send it in the header authorization${instead(CredentialHints.userToken(request))}.`
  )

const checkKey = (option: OptionLookup, header: string, request: Request, key: string | undefined): Checked => {
  if (key === undefined) return Result.fail(missingKey(option, header, request))
  if (isKey(option, key)) return allowed
  // values of a header that comes more than once are joined
  const why = key.includes(",")
    ? `The header ${header} comes more than once, or has a comma in it. Send one API key, once.`
    : `The API key is not known. The header ${header} carries it.`
  return Result.fail(serviceError("apiKey", why))
}

/** The API key of an operation that takes no user token, which leaves the header `authorization` to it. */
const keyAlone = (option: OptionLookup, header: string, request: Request): string | undefined => {
  const inHeader = headerOf(request, header)
  const form = option("api-key.form")
  if (form === "header") return inHeader
  return form === "authorization" ? bearerToken(request) : (inHeader ?? bearerToken(request))
}

const enterprise = "/v1r1/enterprise/"

/** Whether an operation with a user token takes requests without an API key; the administration never does. */
const mayLackKey = (option: OptionLookup, path: string) =>
  !path.startsWith(enterprise) && option("api-key.beside-token") === "optional"

const checkKeyBesideToken = (option: OptionLookup, header: string, request: Request, path: string): Checked => {
  const key = headerOf(request, header)
  return key === undefined && mayLackKey(option, path) ? allowed : checkKey(option, header, request, key)
}

const checkToken = (context: TransitionContext, request: Request): Checked<Principal> => {
  const token = bearerToken(request)
  if (token === undefined) return Result.fail(missingToken(request))
  return Result.map(authenticate(context, token), principalOf)
}

type Guard = (
  context: TransitionContext,
  header: string,
  request: Request,
  sent: Pick<Sent, "params" | "query">
  // nobody where its operation takes no user token
) => Result.Result<Principal | undefined, Worded>

const worded = <A>(word: Wording<Worded>, { option }: TransitionContext, checked: Checked<A>) =>
  Result.mapError(checked, (refused) => word(refused, option))

/** Checks the API key of each request to an operation. */
const keyGuard = ({ answersText, path, takesUserToken, version }: Operation): Guard => {
  const word = version === "v1r1" ? toErrorV1R1 : answersText ? toErrorText : toErrorV1
  return (context, header, request) =>
    worded(
      word,
      context,
      takesUserToken
        ? checkKeyBesideToken(context.option, header, request, path)
        : checkKey(context.option, header, request, keyAlone(context.option, header, request))
    )
}

/** Checks the user token of each request to an operation, and then what else its address has. */
const tokenGuard = (operation: Operation): Guard => {
  const { answersText, version } = operation
  const word = version === "v1r1" ? toErrorV1R1 : answersText ? toErrorText : toErrorV1Token
  return (context, _, request, sent) =>
    worded(
      word,
      context,
      Result.andThen(checkToken(context, request), (principal) =>
        Result.map(checkAddress(context.option, operation, sent), () => principal)
      )
    )
}

/** Makes what checks the credentials of each request to an operation: the API key first, then the user token. */
export const guardOf = (operation: Operation): Guard => {
  const checksKey = keyGuard(operation)
  if (!operation.takesUserToken) return checksKey
  const checksToken = tokenGuard(operation)
  return (context, header, request, sent) =>
    Result.andThen(checksKey(context, header, request, sent), () => checksToken(context, header, request, sent))
}

// one after the other: of those who ask for the same, all but the first find it made
const turn = Semaphore.makeUnsafe(1)

const rest = Effect.fnUntraced(function* <A>(work: Cooperative<A>) {
  for (;;) {
    yield* Effect.yieldNow
    const { done, value } = work.next()
    if (done === true) return value
  }
})

/** Does work at once where it makes no pause, else in its slices, with all else that the process has to do between them. */
const inSlices = <A>(work: Cooperative<A>): A | Effect.Effect<A> => {
  const { done, value } = work.next()
  return done === true ? value : turn.withPermits(1)(rest(work))
}

/** A request that was let in: where it is, when, and whose user token it carries. */
interface Visit<Known = unknown> {
  readonly deployment: RegionState
  readonly context: TransitionContext
  readonly principal: Known
}

/** Who makes a transition: what is known of them joins its context, or they are refused. */
type Actor<Context, Known = unknown> = (
  context: TransitionContext,
  principal: Known
) => Result.Result<Context, ServiceError>

/** What an operation answers, and what its answer waits for: nothing, or until the change is saved. */
interface Done<Answer> {
  readonly answer: Answer
  readonly saved: Effect.Effect<void> | undefined
}

/** What becomes of an operation. */
export type Outcome<Answer, E = Worded> = Result.Result<Done<Answer>, E>

/** An operation with its input: what it does when its request is let in, at once or in slices. */
export type Run<Answer, E = Worded, Known = unknown> = (visit: Visit<Known>) => MaybeEffect<Outcome<Answer, E>>

/** A step that is ready, or one of many rows that is made in slices and leaves the world as it is. */
type Stepping<Answer> = TransitionResult<Answer> | Cooperative<TransitionResult<Answer>>

const isSliced = <Answer>(made: Stepping<Answer>): made is Cooperative<TransitionResult<Answer>> => "next" in made

const replace = ({ exchange, mailed, watchers, world }: RegionState, before: World, after: World) => {
  if (exchange !== undefined) noteChange(exchange, before, after)
  MutableRef.set(world, after)
  if (mailed !== undefined && after.outbox !== before.outbox) mailed(before, after, exchange)
  for (const watch of watchers) watch()
}

const finish = <Answer, E>(
  { context, deployment }: Visit,
  word: Wording<E>,
  step: TransitionResult<Answer>
): Outcome<Answer, E> => {
  if (Result.isFailure(step)) return Result.fail(word(step.failure, context.option))
  const [after, answer] = step.success
  if (after === context.world) return Result.succeed({ answer, saved: undefined })
  replace(deployment, context.world, after)
  return Result.succeed({ answer, saved: deployment.changed(context.world) })
}

/**
 * Runs a transition on the world of the request: as an actor, with its refusals in the error form of the operation. The next
 * world is kept before the answer goes out; what is made in slices answers by the world that it began with.
 */
export const run =
  <Context, Known, E>(actor: Actor<Context, Known>, word: Wording<E>) =>
  <Answer>(transition: (context: Context) => Stepping<Answer>): Run<Answer, E, Known> =>
  (visit) => {
    const { context, principal } = visit
    const entered = actor(context, principal)
    if (Result.isFailure(entered)) return Result.fail(word(entered.failure, context.option))
    const made = transition(entered.success)
    if (!isSliced(made)) return finish(visit, word, made)
    return mapMaybe(inSlices(made), (step) => finish(visit, word, step))
  }

/** The same with its answer as the contract has it. */
export const shownAs =
  <Answer, Shown, E, Known>(perform: Run<Answer, E, Known>, show: (answer: Answer) => Shown): Run<Shown, E, Known> =>
  (visit) =>
    mapMaybe(perform(visit), (outcome) => Result.map(outcome, ({ answer, saved }) => ({ answer: show(answer), saved })))

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
type Handler<E> = (
  input: Raw & Endpoint.Input<E>
) => Run<Endpoint.Success<E> | HttpServerResponse.HttpServerResponse, Worded<Endpoint.Failure<E>>, PrincipalOf<E>>

/** What answers the operations of a group, each by its name. */
export type Handlers<Name extends GroupName> = {
  readonly [Operation in keyof Endpoints<Name>]: Handler<Endpoints<Name>[Operation]>
}

/** Whoever has the API key. */
export const anyone: Actor<TransitionContext> = (context) => Result.succeed(context)

/** The user whose token the request carries. */
export const user: Actor<CallerContext, Principal> = (context, principal) =>
  Result.map(callerOf(principal), (caller) => ({ ...context, caller }))

/** Whoever's token has a permission of the administration. */
export const administrator =
  (permission: string): Actor<AdministrationContext, Principal> =>
  (context, principal) =>
    Result.map(permitted(context, principal, permission), () => ({ ...context, principal }))
