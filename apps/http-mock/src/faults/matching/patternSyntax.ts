import * as Result from "effect/Result"

/** What a pattern is made of. */
export type Piece =
  | { readonly kind: "letter"; readonly is: (letter: string) => boolean }
  | { readonly kind: "place"; readonly is: (before: string, after: string) => boolean }
  | { readonly kind: "all"; readonly parts: ReadonlyArray<Piece> }
  | { readonly kind: "any"; readonly parts: ReadonlyArray<Piece> }
  | { readonly kind: "many"; readonly part: Piece; readonly least: number; readonly most: number | undefined }

const mostRepeats = 1000

const isWord = (letter: string) => /^\w$/.test(letter)

const places: ReadonlyMap<string, (before: string, after: string) => boolean> = new Map([
  ["^", (before: string) => before === ""],
  ["$", (_: string, after: string) => after === ""],
  ["\\b", (before: string, after: string) => isWord(before) !== isWord(after)],
  ["\\B", (before: string, after: string) => isWord(before) === isWord(after)]
])

// a class, an escape with its braces or digits, or a letter
const atom =
  /\[(?:\\.|[^\]\\])*\]|\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|.)|[^]/suy

const quantifier = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y

const bounds: Readonly<Record<string, readonly [least: number, most: number | undefined]>> = {
  "*": [0, undefined],
  "+": [1, undefined],
  "?": [0, 1]
}

const unusable = (why: string): Piece => {
  throw new Error(why)
}

const letterOf = (source: string): Piece => {
  // a letter alone needs no class, and a class looks at one letter: neither can go back
  if (!/^[.[\\]/.test(source)) return { kind: "letter", is: (letter) => letter === source }
  const one = new RegExp(`^${source}$`, "su")
  return source === "."
    ? { kind: "letter", is: (letter) => !/[\n\r\u2028\u2029]/.test(letter) }
    : { kind: "letter", is: (letter) => one.test(letter) }
}

/** Reads a pattern that is a regular expression as RegExp has it. */
const reading = (pattern: string): Piece => {
  let at = 0
  const taken = (form: RegExp) => {
    form.lastIndex = at
    const found = form.exec(pattern)
    if (found !== null) at = form.lastIndex
    return found
  }
  const group = (): Piece => {
    const kind = taken(/\(\?(?:<?[=!]|:|<[^>]*>|[a-z-]*:)|\(/y)?.[0] ?? ""
    if (/[=!]$/.test(kind)) return unusable("it looks ahead or back")
    if (/^\(\?[a-z-]/.test(kind)) return unusable("it changes its flags")
    const inner = either()
    at += 1
    return inner
  }
  const single = (): Piece => {
    if (pattern[at] === "(") return group()
    const [source = ""] = taken(atom) ?? []
    const place = places.get(source)
    if (place !== undefined) return { kind: "place", is: place }
    return /^\\[1-9k]/.test(source) ? unusable("it refers back to a group") : letterOf(source)
  }
  const repeated = (): Piece => {
    const part = single()
    const found = taken(quantifier)
    if (found === null) return part
    const [, sign = "", least = "", comma, most] = found
    const [from, to] = bounds[sign] ?? [
      Number(least),
      comma === undefined ? Number(least) : most === "" ? undefined : Number(most)
    ]
    if (from > mostRepeats || (to ?? 0) > mostRepeats)
      return unusable(`it repeats something more than ${mostRepeats} times`)
    return { kind: "many", part, least: from, most: to }
  }
  const sequence = (): Piece => {
    const parts: Array<Piece> = []
    while (at < pattern.length && pattern[at] !== "|" && pattern[at] !== ")") parts.push(repeated())
    return { kind: "all", parts }
  }
  const either = (): Piece => {
    const parts = [sequence()]
    while (pattern[at] === "|") {
      at += 1
      parts.push(sequence())
    }
    return { kind: "any", parts }
  }
  return either()
}

/** The pieces of a pattern, or why it cannot be used: a form that RegExp does not take, or one that goes back. */
export const parse = (pattern: string): Result.Result<Piece, string> =>
  Result.try({
    try: () => {
      // refuses what is no regular expression, without running it
      RegExp(pattern, "u")
      return reading(pattern)
    },
    catch: (error) => (error instanceof Error ? error.message : String(error))
  })
