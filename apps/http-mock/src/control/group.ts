import * as Array from "effect/Array"
import * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiError from "effect/http-api/HttpApiError"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as OpenApi from "effect/http-api/OpenApi"

/** The request is invalid; `detail` says why and what to do. */
export { BadRequestProblem } from "effect/http-api/HttpApiError"

/** The resource does not exist; `detail` says how to list the existing ones. */
export class NotFoundProblem extends HttpApiError.Problem<NotFoundProblem>()("NotFoundProblem", {
  type: "about:blank",
  status: 404,
  title: "Not Found"
}) {}

/** The state of the emulator does not allow the request; `detail` says what to do. */
export class ConflictProblem extends HttpApiError.Problem<ConflictProblem>()("ConflictProblem", {
  type: "about:blank",
  status: 409,
  title: "Conflict"
}) {}

/** The state changed since the client read it. */
export class PreconditionFailedProblem extends HttpApiError.Problem<PreconditionFailedProblem>()(
  "PreconditionFailedProblem",
  { type: "about:blank", status: 412, title: "Precondition Failed" }
) {}

/** The API of the control plane without its groups. */
export const emptyControlApi = HttpApi.make("remote-assist-mock")
  .annotateMerge(
    OpenApi.annotations({
      title: "Control plane of the remote-assistance emulator",
      version: "1.0.0",
      description:
        "Puts a tenant of the emulator into any state and shows what happened there. The header x-mock-tenant, or /t/<name> before the path, names the tenant."
    })
  )
  // unknown fields are rejected, as they are probably typos
  .annotate(HttpApi.ParamsParseOptions, { onExcessProperty: "error" })
  .annotate(HttpApi.PayloadParseOptions, { onExcessProperty: "error" })
  .annotate(HttpApi.QueryParseOptions, { onExcessProperty: "error" })

type Endpoints = Readonly<Record<string, HttpApiEndpoint.Constraint>>

type Group<Name extends string, Endpoint extends HttpApiEndpoint.Constraint> = HttpApiGroup.HttpApiGroup<
  Name,
  HttpApiEndpoint.AddMiddleware<HttpApiEndpoint.AddPrefix<Endpoint, "/__mock">, HttpApiMiddleware.ProblemDetails>
>

/** Makes a group of the control plane from endpoints; the key of each is its summary, its path the one after `/__mock`. */
export function makeGroup<const Name extends string, const All extends Endpoints>(
  name: Name,
  endpoints: All
): Group<Name, All[keyof All]>
export function makeGroup(name: string, endpoints: Readonly<Record<string, HttpApiEndpoint.Top>>): unknown {
  const described = Object.entries(endpoints).map(([summary, one]) => one.annotate(OpenApi.Summary, summary))
  const empty = HttpApiGroup.make(name)
  const group = Array.isArrayNonEmpty(described) ? empty.add(...described) : empty
  return group.prefix("/__mock").middleware(HttpApiMiddleware.ProblemDetails)
}

type Defined<Fields> = {
  readonly [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name]
} & {
  readonly [Name in keyof Fields as undefined extends Fields[Name] ? Name : never]?: Exclude<Fields[Name], undefined>
}

/** Returns the fields that are defined. */
export function defined<Fields extends object>(fields: Fields): Defined<Fields>
export function defined(fields: object) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
