import * as Option from "effect/Option"

import { mostCalls, namedCalls } from "../../world/calls/Calls.ts"
import { mostUsers, namedUsers } from "../../world/seed/defaultWorld.ts"

/** How many users and calls a world has. */
export interface Sizes {
  readonly users: number
  readonly calls: number
}

export const defaultSizes: Sizes = { users: namedUsers, calls: namedCalls }

export const bounds = {
  users: { least: namedUsers, most: mostUsers },
  calls: { least: namedCalls, most: mostCalls }
}

const isSize = (name: string): name is keyof typeof bounds => Object.hasOwn(bounds, name)

const sizeOf = (part: string): readonly [keyof Sizes, number] | undefined => {
  const [, name = "", digits = ""] = /^(\w+)=(\d{1,10})$/.exec(part.trim()) ?? []
  const count = Number(digits)
  return isSize(name) && count >= bounds[name].least && count <= bounds[name].most ? [name, count] : undefined
}

/** Sizes as `users=N,calls=N` says them. */
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
