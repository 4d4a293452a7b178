import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"

/** The most characters of a text whose length the contract does not limit. */
export const mostCharacters = 10_000

const decoders = new WeakMap<SchemaAST.AST, (value: unknown) => boolean>()

/** Whether a value is one of a schema, as it is sent. */
export const fits = (ast: SchemaAST.AST, value: unknown): boolean => {
  const known = decoders.get(ast)
  if (known !== undefined) return known(value)
  const decode = Schema.decodeUnknownResult(Schema.make<Schema.Codec<unknown>>(ast))
  const made = (value: unknown) => Result.isSuccess(decode(value))
  decoders.set(ast, made)
  return made(value)
}

/** The furthest whole number from one that is allowed to one that is not. */
const furthest = (from: number, to: number, isAllowed: (at: number) => boolean): number => {
  let [allowed, beyond] = [from, to]
  while (Math.abs(beyond - allowed) > 1) {
    const middle = Math.trunc(allowed / 2 + beyond / 2)
    if (isAllowed(middle)) allowed = middle
    else beyond = middle
  }
  return allowed
}

const found = <Value>(make: (ast: SchemaAST.AST) => Value) => {
  const all = new WeakMap<SchemaAST.AST, { readonly value: Value }>()
  return (ast: SchemaAST.AST): Value => {
    const known = all.get(ast)
    if (known !== undefined) return known.value
    const value = make(ast)
    all.set(ast, { value })
    return value
  }
}

const textOf = (length: number) => "W".repeat(length)

/** The longest text that a schema allows; nothing where it allows none of one letter alone. */
export const longest = found((ast) => {
  if (fits(ast, textOf(mostCharacters))) return textOf(mostCharacters)
  const shortest = [1, 0].find((length) => fits(ast, textOf(length)))
  return shortest === undefined
    ? undefined
    : textOf(furthest(shortest, mostCharacters, (length) => fits(ast, textOf(length))))
})

const extreme = (candidates: ReadonlyArray<number>) =>
  found((ast: SchemaAST.AST) => {
    const whole = candidates.find((number) => fits(ast, number))
    if (whole !== undefined) return whole
    const [, beyond = 0] = candidates
    const start = [0, 1, -1].find((number) => fits(ast, number))
    return start === undefined ? undefined : furthest(start, beyond, (number) => fits(ast, number))
  })

/** The largest number that a schema allows. */
export const largest = extreme([Number.MAX_VALUE, Number.MAX_SAFE_INTEGER])

/** The smallest number that a schema allows. */
export const smallest = extreme([-Number.MAX_VALUE, Number.MIN_SAFE_INTEGER])
