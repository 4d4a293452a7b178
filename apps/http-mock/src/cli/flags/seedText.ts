import * as Option from "effect/Option"

import { defaultShape, isShape, mostCalls, namedCalls } from "../../world/calls/Calls.ts"
import type { Shape } from "../../world/calls/Calls.ts"
import { mostUsers, namedUsers } from "../../world/seed/defaultWorld.ts"

/** How many users and calls a world has, and how the calls are. */
export interface Sizes {
  readonly users: number
  readonly calls: number
  readonly shape: Shape
}

export const defaultSizes: Sizes = { users: namedUsers, calls: namedCalls, shape: defaultShape }

export const bounds = {
  users: { least: namedUsers, most: mostUsers },
  calls: { least: namedCalls, most: mostCalls }
}

const isSize = (name: string): name is keyof typeof bounds => Object.hasOwn(bounds, name)

const sizeOf = (part: string): readonly [string, number | Shape] | undefined => {
  const [, name = "", text = ""] = /^(\w+)=(\w+)$/.exec(part.trim()) ?? []
  if (name === "shape") return isShape(text) ? [name, text] : undefined
  const count = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  return isSize(name) && count >= bounds[name].least && count <= bounds[name].most ? [name, count] : undefined
}

/** Sizes as `users=N,calls=N,shape=name` says them. */
export const sizesOf = (text: string): Option.Option<Sizes> => {
  const sizes = text.split(",").map(sizeOf)
  const known = sizes.filter((size) => size !== undefined)
  const isWhole = known.length === sizes.length && new Set(known.map(([name]) => name)).size === known.length
  return isWhole ? Option.some({ ...defaultSizes, ...Object.fromEntries(known) }) : Option.none()
}

/** What the world has: sizes, or the file that says it. */
export interface Seed {
  readonly sizes: Sizes
  readonly file?: string
}

/** What `--seed` says. */
export const seedOf = (text: string): Option.Option<Seed> =>
  text.endsWith(".json")
    ? Option.some({ sizes: defaultSizes, file: text })
    : Option.map(sizesOf(text), (sizes) => ({ sizes }))
