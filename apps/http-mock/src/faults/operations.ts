import { byId, operations } from "@remote-assist/core/Contract"
import * as Predicate from "effect/Predicate"

import { nearest } from "../world/similarity.ts"
import { effectsOf } from "./Fault.ts"
import type { Fault } from "./Fault.ts"

const paramsOf = ({ path }: { readonly path: string }) => Array.from(path.matchAll(/:(\w+)/g), ([, name = ""]) => name)

/** Why the operations of a fault do not go with the rest of it; nothing where they do. */
export const whyNot = ({ operations: asked, where, ...fault }: Fault): string | undefined => {
  const named = asked.filter((operation) => operation !== "*")
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
  return `where.params has ${other}, which is no parameter in the path of these operations: ${there}.`
}
