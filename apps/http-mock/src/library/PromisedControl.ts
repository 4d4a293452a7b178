import * as Effect from "effect/Effect"
import type * as HttpApiClient from "effect/http-api/HttpApiClient"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Record from "effect/Record"
import * as Stream from "effect/Stream"

import { controlMembers } from "./controlMembers.ts"
import type { Groups } from "./controlMembers.ts"
import { whileOpen, whileStreaming } from "./Ending.ts"
import { guarded } from "./guarded.ts"
import { plain, typed } from "./plain.ts"
import type { Plain, Taken } from "./plain.ts"

type Known = "params" | "query" | "payload" | "headers"

type Asked<Request> = [Extract<keyof Exclude<Request, void>, Known>] extends [never]
  ? void
  : Taken<Pick<Exclude<Request, void>, Extract<keyof Exclude<Request, void>, Known>>>

type Whole<Endpoint extends HttpApiEndpoint.ConstraintRequest> = Asked<
  HttpApiEndpoint.ClientRequest<
    Endpoint["~Params"],
    Endpoint["~Query"],
    Endpoint["~Payload"],
    Endpoint["~Headers"],
    "decoded-only"
  >
>

/** A request, whose parts may be absent where each of their fields may. */
type Sparse<Request> = {
  [Part in keyof Request as Partial<Request[Part]> extends Request[Part] ? never : Part]: Request[Part]
} & { [Part in keyof Request as Partial<Request[Part]> extends Request[Part] ? Part : never]?: Request[Part] }

type Flat<Value> = { [Name in keyof Value]: Value[Name] }

type Arguments<Request> = [Request] extends [void]
  ? []
  : Partial<Sparse<Request>> extends Sparse<Request>
    ? [request?: Flat<Sparse<Request>>]
    : [request: Flat<Sparse<Request>>]

type Method<Endpoint> = Endpoint extends HttpApiEndpoint.ConstraintRequest
  ? (...request: Arguments<Whole<Endpoint>>) => Promise<Plain<HttpApiClient.SuccessType<Endpoint["~Success"]>>>
  : never

type Methods<Group extends HttpApiGroup.Constraint> = {
  readonly [Name in keyof Group["endpoints"]]: Method<Group["endpoints"][Name]>
}

/**
 * The control plane of an emulator as promises: `control.clock.read()`. Methods take and give plain values, with a `Date`
 * for each date-time, and reject with the errors of the typed client, such as `NoMailProblem`.
 */
export type PromisedControl = { readonly [Name in keyof Groups]: Methods<Groups[Name]> }

// a saved state is a value of its own, which goes back as it came
const asIs = new Set(["state.save", "state.load"])

const members: Readonly<Record<string, Readonly<Record<string, true>>>> = controlMembers

const unchanged = (value: unknown) => value

// oxlint-disable-next-line typescript/no-explicit-any -- members are found by their names, as PromisedControl describes them
type Client = Effect.Effect<any>

type Promised = (client: Client, isClosed: () => boolean) => PromisedControl

// oxlint-disable-next-line typescript/no-explicit-any -- members are made by their names
export const promisedControl: Promised = (client, isClosed): any => {
  const open = whileOpen(isClosed)
  const given = (value: unknown) => plain(Stream.isStream(value) ? whileStreaming(isClosed)(value) : value)
  const call = (group: string, method: string) => {
    const [take, give] = asIs.has(`${group}.${method}`) ? [unchanged, unchanged] : [typed, given]
    return (request: unknown) =>
      Effect.runPromise(
        open(
          Effect.suspend(() => {
            const taken = take(request)
            return Effect.map(
              Effect.flatMap(client, (client) => client[group][method](taken)),
              give
            )
          })
        )
      )
  }
  return guarded(
    Record.map(members, (methods, group) =>
      guarded(
        Record.map(methods, (_, method) => call(group, method)),
        `control.${group}`
      )
    ),
    "control"
  )
}
