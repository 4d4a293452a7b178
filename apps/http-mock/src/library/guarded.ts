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

/** The same members; asked for one that there is not, it throws a sentence that says so. */
export const guarded = <Members extends object>(members: Members, place: string): Members =>
  new Proxy(members, {
    get: (target, name, receiver) => {
      if (Predicate.isString(name) && !(name in target) && !isOfValues(name)) {
        const names = Object.keys(target)
        const other = meant(name, names)
        const hint = other === undefined ? `There are ${names.join(", ")}.` : `Did you mean ${place}.${other}?`
        throw new TypeError(`There is no ${place}.${name}. ${hint}`)
      }
      return Reflect.get(target, name, receiver)
    }
  })
