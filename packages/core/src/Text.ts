import * as Result from "effect/Result"

/** Formats a count with its noun: `1 user`, `12,345 users`. */
export const pluralize = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`

/** Joins alternatives: `a`, `a or b`, `a, b or c`. */
export const disjunction = (texts: ReadonlyArray<string | number>): string =>
  new Intl.ListFormat("en-GB", { type: "disjunction" }).format(texts.map(String))

/** Quotes a text as one word of a POSIX shell. */
export const shellQuote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Returns how many letters must be changed, added, removed or swapped with the next to turn one text into another. */
export const distance = (from: string, to: string): number => {
  let beforeLast: ReadonlyArray<number> = []
  let last = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (let row = 1; row <= from.length; row++) {
    const next = [row]
    for (let at = 1; at <= to.length; at++) {
      const same = from[row - 1] === to[at - 1]
      const swapped = row > 1 && at > 1 && from[row - 1] === to[at - 2] && from[row - 2] === to[at - 1]
      next.push(
        Math.min(
          (last[at] ?? 0) + 1,
          (next[at - 1] ?? 0) + 1,
          (last[at - 1] ?? 0) + (same ? 0 : 1),
          swapped ? (beforeLast[at - 2] ?? 0) + 1 : Infinity
        )
      )
    }
    beforeLast = last
    last = next
  }
  return last[to.length] ?? Infinity
}

const maxLength = 80

const normalize = (name: string) => name.toLowerCase().replaceAll(/[_-]/g, "")

/** Returns the known name nearest to a misspelt one, or `undefined` if none is within `maxDistance`; ignores case, `_` and `-`. */
export const nearest = (
  name: string,
  known: ReadonlyArray<string>,
  maxDistance: number = Math.max(1, Math.floor(name.length / 3))
): string | undefined => {
  if (name.length > maxLength) return undefined
  const [best] = known
    .map((known) => ({ known, far: distance(normalize(name), normalize(known)) }))
    .toSorted((one, other) => one.far - other.far)
  return best !== undefined && best.far <= maxDistance ? best.known : undefined
}

/** Asks whether the {@link nearest} known name is meant, after a space; empty if none is near. */
export const didYouMean = (...query: Parameters<typeof nearest>): string => {
  const found = nearest(...query)
  return found === undefined ? "" : ` Did you mean ${found}?`
}

/** Returns where a text stops being JSON: V8 names the place, or quotes the ten characters before and after it. */
const findErrorPosition = (text: string): number => {
  // a shorter text would be quoted as a whole
  const padded = text.padEnd(text.length + 20)
  const error = String(Result.getFailure(Result.try((): unknown => JSON.parse(padded))))
  const [, dots, quote] = /(\.\.\.)?"(.*)"\.\.\. is not valid JSON/s.exec(error) ?? []
  if (quote === undefined) return Math.min(Number(/ at position (\d+)/.exec(error)?.[1] ?? text.length), text.length)
  return dots === undefined ? quote.length - 10 : padded.indexOf(quote) + 10
}

/** Whether a text is JSON. */
export const isJson = (text: string): boolean => Result.isSuccess(Result.try((): unknown => JSON.parse(text)))

/** Explains from where a text is not JSON, and what to do. */
export const explainJsonError = (text: string, ifEmpty = "Send JSON", remedy = "Correct it there"): string => {
  if (text.trim() === "") return `it is empty. ${ifEmpty}`
  const lines = text.slice(0, findErrorPosition(text)).split("\n")
  return `it is not JSON from line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}. ${remedy}`
}
