import * as Predicate from "effect/Predicate"

import { meant } from "../world/similarity.ts"

// what asks a value how to be awaited, compared or printed asks for no member
const ofValues = new Set([
  "then",
  "toJSON",
  "asymmetricMatch",
  "nodeType",
  "tagName",
  "hasAttribute",
  "inspect",
  "length"
])

const isOfValues = (name: string) => ofValues.has(name) || /^[_$@~]/.test(name)

const same = (member: unknown): unknown => member

/**
 * The same members, each as `change` makes it; asked for one that there is not, it throws a sentence that says so.
 */
export const guarded = <Members extends object>(
  members: Members,
  place: string,
  change: (member: unknown, name: string) => unknown = same
): Members => {
  const changed = new Map<string, unknown>()
  return new Proxy(members, {
    get: (target, name, receiver) => {
      if (Predicate.isString(name) && !(name in target) && !isOfValues(name)) {
        const names = Object.keys(target)
        const other = meant(name, names)
        const hint = other === undefined ? `There are ${names.join(", ")}.` : `Did you mean ${place}.${other}?`
        throw new TypeError(`There is no ${place}.${name}. ${hint}`)
      }
      const member: unknown = Reflect.get(target, name, receiver)
      if (!Predicate.isString(name) || !Object.hasOwn(target, name)) return member
      if (!changed.has(name)) changed.set(name, change(member, name))
      return changed.get(name)
    }
  })
}
