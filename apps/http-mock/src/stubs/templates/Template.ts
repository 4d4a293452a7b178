import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import Handlebars from "handlebars"

import type { Helper } from "./Helper.ts"
import { TemplateReader } from "./TemplateReader.ts"
import { plainOf, textOf } from "./values.ts"

/** The helpers of a rendering, by name. */
export type Helpers = Readonly<Record<string, Helper>>

/** A text with expressions; renders to a text, and throws what a helper throws. */
export type Template = (model: Readonly<Record<string, unknown>>, helpers: Helpers) => string

const handlebars = Handlebars.create()

const builtIn = ["each", "if", "unless", "with", "lookup"]

for (const name of Object.keys(handlebars.helpers))
  if (!builtIn.includes(name) && !name.endsWith("Missing")) handlebars.unregisterHelper(name)

/** The most characters that a template makes. */
export const mostMade = 16 * 1024 * 1024

const variables = ["assign", "val"]

interface Options extends Handlebars.HelperOptions {
  readonly data?: { readonly root?: Record<string, unknown> }
}

const isBlock = (options: Partial<Options>): options is Options => typeof options.fn === "function"

const isFalse = (value: unknown) => {
  const plain = plainOf(value)
  return (
    plain === undefined ||
    plain === null ||
    plain === false ||
    plain === "" ||
    (Array.isArray(plain) && plain.length === 0)
  )
}

/** A helper as the library calls it: of a block it is the condition, and what it yields is what the block is about. */
const called = (name: string, helper: Helper) =>
  function (this: unknown, ...given: Array<unknown>) {
    const options: Partial<Options> = Predicate.isObject(given.at(-1)) ? Object(given.at(-1)) : {}
    const made = Result.try({
      try: () => helper(given.slice(0, -1), options.hash ?? {}),
      catch: (error) => new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`)
    })
    if (Result.isFailure(made)) throw made.failure
    if (name === "parseJson" && given.length > 2 && options.data?.root !== undefined) {
      options.data.root[textOf(given[1])] = made.success
      return ""
    }
    if (!isBlock(options)) return made.success
    return isFalse(made.success) ? options.inverse(this) : options.fn(made.success === true ? this : made.success)
  }

const assign = function (this: unknown, ...given: Array<unknown>) {
  const options: Partial<Options> = Object(given.at(-1))
  const root = options.data?.root
  if (root === undefined) return ""
  root[textOf(given[0])] = isBlock(options) ? options.fn(this).trim() : given.length > 2 ? given[1] : ""
  return ""
}

const val = function (...given: Array<unknown>) {
  const { data, hash = {} }: Partial<Options> = Object(given.at(-1))
  const value = given.length > 1 && !isFalse(given[0]) ? given[0] : hash["or"]
  const name = hash["assign"]
  if (name === undefined || data?.root === undefined) return value
  data.root[textOf(name)] = value
  return ""
}

const isTemplate = (text: string) => text.includes("{{")

const messageOf = (error: unknown) =>
  String(error instanceof Error ? error.message : error)
    .replaceAll(/\s*\n\s*/g, " ")
    .slice(0, 300)

/** The template that a text is, by the names of the helpers that there are; or what is wrong with it. */
export const templateOf = (text: string, names: ReadonlyArray<string>): Result.Result<Template, string> => {
  if (!isTemplate(text)) return Result.succeed(() => text)
  const parsed = Result.try({ try: () => handlebars.parse(text), catch: messageOf })
  if (Result.isFailure(parsed)) return Result.fail(`is no template: ${parsed.failure}`)
  const known = [...builtIn, ...variables, ...names]
  const reader = new TemplateReader(new Set(known))
  const read = Result.try({ try: () => reader.accept(parsed.success), catch: messageOf })
  const wrong = Result.isFailure(read) ? read.failure : reader.wrong[0]
  if (wrong !== undefined) return Result.fail(`is no template: ${wrong}`)
  const run = handlebars.compile(parsed.success, {
    compat: true,
    noEscape: true,
    knownHelpers: { helperMissing: false, blockHelperMissing: false, log: false, ...named(known) }
  })
  return Result.succeed((model, helpers) => {
    const made = run(
      { ...model },
      {
        helpers: {
          ...Object.fromEntries(Object.entries(helpers).map(([name, helper]) => [name, called(name, helper)])),
          assign,
          val
        }
      }
    )
    if (made.length > mostMade) throw new Error(`it makes more than ${mostMade} characters`)
    return made
  })
}

const named = (names: ReadonlyArray<string>) => ({
  each: true,
  if: true,
  unless: true,
  with: true,
  lookup: true,
  ...Object.fromEntries(names.map((name) => [name, true]))
})
