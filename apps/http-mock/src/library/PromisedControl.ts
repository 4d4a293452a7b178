import * as Effect from "effect/Effect"
import type * as HttpApiClient from "effect/http-api/HttpApiClient"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Predicate from "effect/Predicate"
import * as Stream from "effect/Stream"

import type { ControlApi } from "../control/ControlApi.ts"

type Plain<Value> = Value extends Stream.Stream<infer Item, infer _E, infer _R> ? AsyncIterable<Item> : Value

type Known = "params" | "query" | "payload" | "headers"

type Asked<Request> = [Extract<keyof Exclude<Request, void>, Known>] extends [never]
  ? void
  : Pick<Exclude<Request, void>, Extract<keyof Exclude<Request, void>, Known>>

type Method<Endpoint> = Endpoint extends HttpApiEndpoint.ConstraintRequest
  ? (
      request: Asked<
        HttpApiEndpoint.ClientRequest<
          Endpoint["~Params"],
          Endpoint["~Query"],
          Endpoint["~Payload"],
          Endpoint["~Headers"],
          "decoded-only"
        >
      >
    ) => Promise<Plain<HttpApiClient.SuccessType<Endpoint["~Success"]>>>
  : never

type Methods<Group extends HttpApiGroup.Constraint> = {
  readonly [Name in keyof Group["endpoints"]]: Method<Group["endpoints"][Name]>
}

type Groups = (typeof ControlApi)["groups"]

/**
 * The control plane of an emulator as promises: `control.clock.read()`. Methods take and give the values of the typed
 * client, and reject with its errors, such as `NoMailProblem`.
 */
export type PromisedControl = { readonly [Name in keyof Groups]: Methods<Groups[Name]> }

// what asks a value how to be awaited or printed is not asking for a method
const ofValues = new Set<string | symbol>(["then", "toJSON"])

const byName = (member: (name: string) => unknown): object =>
  new Proxy({}, { get: (_, name) => (Predicate.isString(name) && !ofValues.has(name) ? member(name) : undefined) })

const isStream = (value: unknown): value is Stream.Stream<unknown, unknown> => Stream.isStream(value)

const plain = (value: unknown) => (isStream(value) ? Stream.toAsyncIterable(value) : value)

// oxlint-disable-next-line typescript/no-explicit-any -- members are looked up by name, as PromisedControl describes them
export const promisedControl: (client: Effect.Effect<any>) => PromisedControl = (client): any =>
  byName((group) =>
    byName(
      (method) => (request: unknown) =>
        Effect.runPromise(
          Effect.map(
            Effect.flatMap(client, (client) => client[group][method](request)),
            plain
          )
        )
    )
  )
