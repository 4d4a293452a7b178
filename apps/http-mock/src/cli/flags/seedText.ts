import * as Option from "effect/Option"

import { mostCalls, namedCalls } from "../../world/calls/Calls.ts"
import { mostUsers, namedUsers } from "../../world/seed/defaultWorld.ts"

export const defaultSizes = { users: namedUsers, calls: namedCalls }

const bounds = {
  users: { least: namedUsers, most: mostUsers },
  calls: { least: namedCalls, most: mostCalls }
}

const isSize = (name: string): name is keyof typeof bounds => Object.hasOwn(bounds, name)

/** Sizes as `users=N,calls=N` says them. */
export const sizesOf = (text: string): Option.Option<typeof defaultSizes> => {
  const sizes = text.split(",").map((size) => {
    const [, name = "", count] = /^(\w+)=(\d{1,10})$/.exec(size.trim()) ?? []
    return { name, count: Number(count) }
  })
  const fit = sizes.every(
    ({ count, name }) => isSize(name) && count >= bounds[name].least && count <= bounds[name].most
  )
  const names = new Set(sizes.map(({ name }) => name))
  return fit && names.size === sizes.length
    ? Option.some({ ...defaultSizes, ...Object.fromEntries(sizes.map(({ count, name }) => [name, count])) })
    : Option.none()
}

export const accepted = `users=N with N from ${namedUsers} to ${mostUsers}, calls=N with N from ${namedCalls} to ${mostCalls}, or both, as in --seed users=100000,calls=5000`

/** What the world has: sizes, or the file that says it. */
export interface Seed {
  readonly sizes: typeof defaultSizes
  readonly file?: string
}

/** What `--seed` says. */
export const seedOf = (text: string): Option.Option<Seed> =>
  text.endsWith(".json")
    ? Option.some({ sizes: defaultSizes, file: text })
    : Option.map(sizesOf(text), (sizes) => ({ sizes }))
