import { existsSync } from "node:fs"

import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import { maxCalls, namedCalls } from "../world/calls/Calls.ts"
import { maxUsers, namedUsers } from "../world/seed/defaultWorld.ts"

interface Sizes {
  readonly users: number
  readonly calls: number
}

/** The value of `--seed`: sizes, or a world file. */
export interface Seed {
  readonly sizes: Sizes
  readonly file?: string
}

export const defaultSizes: Sizes = { users: namedUsers, calls: namedCalls }

const bounds = { users: [namedUsers, maxUsers], calls: [namedCalls, maxCalls] } as const

const isSize = (name: string): name is keyof typeof bounds => Object.hasOwn(bounds, name)

const sizeOf = (part: string): readonly [keyof Sizes, number] | undefined => {
  const [, name = "", digits = ""] = /^(\w+)=(\d{1,10})$/.exec(part.trim()) ?? []
  if (!isSize(name)) return undefined
  const [min, max] = bounds[name]
  return Number(digits) >= min && Number(digits) <= max ? [name, Number(digits)] : undefined
}

export const seedFormat = `users=N with N from ${namedUsers} to ${maxUsers}, calls=N with N from ${namedCalls} to ${maxCalls}, or both, as in --seed users=1000,calls=20000, or a .json file`

export const readSeed = (text: string): Result.Result<Seed, string> => {
  // a size has no slash, so that a folder gets a message about files
  if (/\.(?:json)?$|^[^=]*[/\\]/.test(text)) return Result.succeed({ sizes: defaultSizes, file: text })
  const sizes = text.split(",").map(sizeOf)
  const known = sizes.filter((size) => size !== undefined)
  const isValid = known.length === sizes.length && new Set(known.map(([name]) => name)).size === known.length
  if (isValid) return Result.succeed({ sizes: { ...defaultSizes, ...Object.fromEntries(known) } })
  return existsSync(text) ? Result.succeed({ sizes: defaultSizes, file: text }) : Result.fail(seedFormat)
}

const readFile = (file: string) =>
  Effect.flatMap(
    Effect.promise(() => import("./files.ts")),
    ({ readWorldFile }) => readWorldFile(file)
  )

export const optionsOfSeed = Effect.fnUntraced(function* ({ file, sizes }: Seed) {
  return { ...sizes, world: file === undefined ? undefined : yield* readFile(file) }
})

export const worldOf = (text: string) =>
  Effect.transposeOption(Option.map(Result.getSuccess(readSeed(text)), optionsOfSeed))
