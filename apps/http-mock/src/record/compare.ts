import { count, everyKey } from "./Shape.ts"
import type { Kind, Shape } from "./Shape.ts"

/** A place where what came is not what is expected. */
export interface Difference {
  /** As a JSONPath, such as `$.entries[*].id`. */
  readonly path: string
  readonly expected: string
  readonly got: string
}

const texts: ReadonlyArray<Kind> = ["a text", "a date-time", "an empty text"]

const numbers: ReadonlyArray<Kind> = ["a whole number", "a number", "a time in seconds", "a time in milliseconds"]

// what a value of a kind fits beside its own: a text may be empty, a number may look like a time
const fitting: { readonly [Each in Kind]?: (expected: Shape) => boolean } = {
  "an empty text": (expected) => texts.some((kind) => count(expected, kind) > 0),
  "a date-time": (expected) => texts.some((kind) => count(expected, kind) > 0),
  "a text": (expected) => count(expected, "an empty text") > 0 && count(expected, "a date-time") === 0,
  "a whole number": (expected) => numbers.some((kind) => count(expected, kind) > 0),
  "a time in seconds": (expected) => count(expected, "a whole number") > 0 || count(expected, "a number") > 0,
  "a time in milliseconds": (expected) => count(expected, "a whole number") > 0 || count(expected, "a number") > 0
}

const fits = (kind: Kind, expected: Shape) => count(expected, kind) > 0 || fitting[kind]?.(expected) === true

const told = (kinds: Iterable<Kind>): string => [...kinds].toSorted().join(" or ")

const kindsDiffer = (expected: Shape, got: Shape, path: string): ReadonlyArray<Difference> => {
  const odd = [...got.kinds.keys()].filter((kind) => !fits(kind, expected))
  return odd.length === 0 ? [] : [{ path, expected: told(expected.kinds.keys()), got: told(odd) }]
}

const quoted = (words: Iterable<string>) =>
  [...words]
    .toSorted()
    .slice(0, 5)
    .map((word) => JSON.stringify(word))
    .join(", ")

const wordsDiffer = (expected: Shape, got: Shape, path: string): ReadonlyArray<Difference> => {
  const odd = [...got.words].filter((word) => !expected.words.has(word))
  return odd.length === 0 || expected.words.size === 0
    ? []
    : [{ path, expected: quoted(expected.words), got: quoted(odd) }]
}

const step = (path: string, name: string) =>
  /^[A-Za-z_]\w*$/.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`

const mostNamed = 5

const named = (names: ReadonlyArray<string>) => {
  const more = names.length - mostNamed
  return `${names.slice(0, mostNamed).join(", ")}${more > 0 ? ` and ${more} more` : ""}`
}

const fieldsDiffer = (expected: Shape, got: Shape, path: string): ReadonlyArray<Difference> => {
  const [ours, theirs] = [count(expected, "an object"), count(got, "an object")]
  if (ours === 0 || theirs === 0) return []
  const isAlways = (name: string, seen: number) => name !== everyKey && seen === ours
  const always = [...expected.fields].filter(([name, { seen }]) => isAlways(name, seen))
  if (got.fields.size === 0 && always.length > 1)
    return [
      { path, expected: `an object with ${named(always.map(([name]) => name))}`, got: "an object without fields" }
    ]
  const further = [...got.fields].flatMap(([name, { shape }]) =>
    expected.fields.has(name)
      ? []
      : [{ path: step(path, name), expected: "no such field", got: told(shape.kinds.keys()) }]
  )
  const common = [...expected.fields].flatMap(([name, { seen, shape }]): ReadonlyArray<Difference> => {
    const at = step(path, name)
    const there = got.fields.get(name)
    if (isAlways(name, seen) && (there?.seen ?? 0) < theirs)
      return [
        {
          path: at,
          expected: `${told(shape.kinds.keys())}, always there`,
          got: `absent in ${theirs - (there?.seen ?? 0)} of ${theirs}`
        },
        ...(there === undefined ? [] : compare(shape, there.shape, at))
      ]
    return there === undefined ? [] : compare(shape, there.shape, at)
  })
  return [...further, ...common]
}

/** Where values differ from what is expected of them: how often lists have items does not count. */
export const compare = (expected: Shape, got: Shape, path = "$"): ReadonlyArray<Difference> => [
  ...kindsDiffer(expected, got, path),
  ...wordsDiffer(expected, got, path),
  ...fieldsDiffer(expected, got, path),
  ...(expected.items === undefined || expected.items.kinds.size === 0 || got.items === undefined
    ? []
    : compare(expected.items, got.items, `${path}[*]`))
]
