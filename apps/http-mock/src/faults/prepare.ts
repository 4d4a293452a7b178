import { byId, operations } from "@remote-assist/core/Contract"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

import type { Tenant } from "../tenants/Tenant.ts"
import { formatSchemaError } from "../world/json.ts"
import { nearest } from "../world/similarity.ts"
import { whyNoEffect } from "./answers.ts"
import { effectsOf, Fault } from "./Fault.ts"
import * as Faults from "./Faults.ts"
import * as Matching from "./matching.ts"
import { faultsOrNew } from "./registry.ts"

const paramsOf = ({ path }: { readonly path: string }) => Array.from(path.matchAll(/:(\w+)/g), ([, name = ""]) => name)

/** Returns why the operations of a fault do not go with the rest of it, or undefined if they do. */
const whyNot = ({ operations: wanted, where, ...fault }: Fault): string | undefined => {
  const named = wanted.filter((operation) => operation !== "*")
  const unknown = named.find((operation) => byId(operation) === undefined)
  if (unknown !== undefined)
    return `There is no operation ${unknown}. Name another, such as ${nearest(
      unknown,
      operations.map(({ id }) => id)
    )}, or * for every one.`
  const without = effectsOf(fault).some(({ kind }) => kind === "expired")
    ? named.find((operation) => byId(operation)?.takesUserToken === false)
    : undefined
  if (without !== undefined) return `${without} takes no user token, so none can expire there.`
  const meant = named.length === 0 ? operations : named.map((id) => byId(id)).filter(Predicate.isNotUndefined)
  const params = new Set(meant.flatMap(paramsOf))
  const other = Object.keys(where?.params ?? {}).find((name) => !params.has(name))
  if (other === undefined) return undefined
  const there = params.size === 0 ? "none of them has any" : `there are ${[...params].join(", ")}`
  return `where.params has ${other}, which is not a parameter in the path of these operations: ${there}.`
}

/** Prepares a fault, or fails with why it cannot be used. */
export const prepare = Effect.fnUntraced(function* (fault: Fault) {
  const why = whyNot(fault) ?? effectsOf(fault).map(whyNoEffect).find(Predicate.isNotUndefined)
  if (why !== undefined) return yield* Effect.fail(why)
  const { caller, where } = fault
  const matcher = caller === undefined && where === undefined ? undefined : yield* Matching.compile(caller, where)
  return { fault, matcher } satisfies Faults.Prepared
})

/** A file or an option that does not describe faults. */
export class UnusableFaults extends Schema.TaggedError<UnusableFaults>()("UnusableFaults", {
  source: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `Cannot use ${this.source}: ${this.reason.replace(/\.$/, "")}.`
  }
}

const decodeFaults = Schema.decodeUnknownEffect(Schema.Array(Fault).check(Schema.isMaxLength(1000)), {
  onExcessProperty: "error"
})

/** The faults of a JSON value, prepared; or where they are not valid. */
export const read = Effect.fnUntraced(function* (value: unknown, source: string) {
  const unusable = (reason: string) => new UnusableFaults({ source, reason })
  const faults = yield* Effect.mapError(decodeFaults(value), (error) => unusable(formatSchemaError(error)))
  return yield* Effect.forEach(faults, (fault, at) =>
    Effect.mapError(prepare(fault), (why) => unusable(`[${at}]: ${why}`))
  )
})

/** Has tenants begin with faults, each with counts of its own; or fails with what is wrong with them. */
export const beginning = (given: unknown, source: string) =>
  Effect.map(read(given, source), (prepared) => (tenant: Tenant) => {
    const { add } = faultsOrNew(tenant, Faults.make)
    for (const one of prepared) add(one)
  })
