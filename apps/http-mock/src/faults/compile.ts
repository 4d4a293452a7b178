import { byId, operations } from "@remote-assist/core/Contract"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

import { fieldsOf } from "../wire/request.ts"
import { formatSchemaError } from "../world/json.ts"
import type { World } from "../world/model/World.ts"
import { effectError } from "./answers.ts"
import { effectsOf, Fault } from "./Fault.ts"
import * as Faults from "./Faults.ts"
import * as Matching from "./matching.ts"
import { unknownOperation } from "./RateLimit.ts"

const paramsOf = ({ path }: { readonly path: string }) => Array.from(path.matchAll(/:(\w+)/g), ([, name = ""]) => name)

/** Returns why no request is likely to match a fault in these worlds, or `undefined`. */
export const faultWarning = (worlds: ReadonlyArray<World>, fault: Fault): string | undefined => {
  const warning = Matching.callerWarning(worlds, fault)
  if (warning !== undefined) return warning
  const { operations: names, where } = fault
  const selected = operations.filter(({ id }) => names.includes("*") || names.includes(id))
  const known = new Set(selected.flatMap(({ query }) => fieldsOf(query).map(({ name }) => String(name))))
  const other = Object.keys(where?.query ?? {}).find((name) => !known.has(name))
  return other === undefined
    ? undefined
    : `where.query has ${other}, which is not a query parameter of these operations: ${listed(known)}.`
}

const listed = (names: ReadonlySet<string>) =>
  names.size === 0 ? "none of them has any" : `there are ${[...names].join(", ")}`

/** Explains why the operations of a fault do not match its other fields, or returns `undefined` if they do. */
const operationsError = ({ operations: names, where, ...fault }: Fault): string | undefined => {
  const ids = names.filter((name) => name !== "*")
  const unknown = ids.find((id) => byId(id) === undefined)
  if (unknown !== undefined) return unknownOperation(unknown)
  const without = effectsOf(fault).some(({ kind }) => kind === "expired")
    ? ids.find((id) => byId(id)?.takesUserToken === false)
    : undefined
  if (without !== undefined) return `${without} takes no user token, so none can expire there.`
  const selected = ids.length === 0 ? operations : ids.map((id) => byId(id)).filter(Predicate.isNotUndefined)
  const params = new Set(selected.flatMap(paramsOf))
  const other = Object.keys(where?.params ?? {}).find((name) => !params.has(name))
  if (other === undefined) return undefined
  return `where.params has ${other}, which is not a parameter in the path of these operations: ${listed(params)}.`
}

/** Compiles a fault, or fails with why it is not valid. */
export const compileFault = Effect.fnUntraced(function* (fault: Fault) {
  const error = operationsError(fault) ?? effectsOf(fault).map(effectError).find(Predicate.isNotUndefined)
  if (error !== undefined) return yield* Effect.fail(error)
  const { caller, where } = fault
  const matcher = caller === undefined && where === undefined ? undefined : yield* Matching.compile(caller, where)
  return { fault, matcher, size: JSON.stringify(fault).length } satisfies Faults.CompiledFault
})

/** A file or an option does not describe faults. */
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

/** Compiles a JSON list of faults, or fails with the first invalid value. */
export const compileFaults = Effect.fnUntraced(function* (value: unknown, source: string) {
  const invalid = (reason: string) => new UnusableFaults({ source, reason })
  const faults = yield* Effect.mapError(decodeFaults(value), (error) => invalid(formatSchemaError(error)))
  return yield* Effect.forEach(faults, (fault, at) =>
    Effect.mapError(compileFault(fault), (reason) => invalid(`[${at}]: ${reason}`))
  )
})

/** Compiles the faults that each tenant starts with, and returns a function that adds them to its faults. */
export const initialFaults = (value: unknown, source: string) =>
  Effect.map(
    compileFaults(value, source),
    (compiled) =>
      (clocks: Faults.Clocks, faults = Faults.make(clocks)): Faults.Faults => {
        for (const fault of compiled) faults.add({ ...fault, isInitial: true })
        return faults
      }
  )
