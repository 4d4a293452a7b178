import * as Result from "effect/Result"

/** A path and a query as a request names them. */
export interface Address {
  /** Between slashes, decoded; nothing where a segment cannot be. */
  readonly segments: ReadonlyArray<string> | undefined
  readonly query: string
}

const decodeText = (text: string): Result.Result<string, unknown> =>
  text.includes("%") ? Result.try(() => decodeURIComponent(text)) : Result.succeed(text)

// a proxy is sent the whole address
const origin = /^https?:\/\/.*?\//

const decodedAll = (segments: ReadonlyArray<string>): ReadonlyArray<string> | undefined => {
  const decoded: Array<string> = []
  for (const segment of segments) {
    const text = decodeText(segment)
    if (Result.isFailure(text)) return undefined
    decoded.push(text.success)
  }
  return decoded
}

const endOf = (whole: string) => {
  for (let at = 0; at < whole.length; at++) {
    const letter = whole[at]
    if (letter === "?" || letter === "#") return at
  }
  return whole.length
}

const segmentsOf = (path: string): ReadonlyArray<string> => {
  const segments = path.slice(1).split("/")
  return segments.includes("") ? segments.filter((segment) => segment !== "") : segments
}

/** Reads an address: doubled and closing slashes count as one and none, and a query begins with `?` or `#`. */
export const read = (address: string): Address => {
  const whole = address.startsWith("/") ? address : address.replace(origin, "/")
  const end = endOf(whole)
  const path = whole.slice(0, end)
  const query = whole.slice(end + 1)
  if (!path.startsWith("/")) return { segments: undefined, query }
  const segments = segmentsOf(path)
  return { segments: path.includes("%") ? decodedAll(segments) : segments, query }
}

// what cannot be decoded is taken as it is
const orAsIs = (text: string) => {
  const spaced = text.includes("+") ? text.replaceAll("+", " ") : text
  return spaced.includes("%") ? Result.getOrElse(decodeText(spaced), () => spaced) : spaced
}

/** The parameters of a query: the values of one that comes more than once as a list. */
export const parameters = (query: string): Readonly<Record<string, string | ReadonlyArray<string>>> => {
  // a parameter may have the name of what other objects inherit
  const values: Record<string, string | Array<string>> = Object.create(null)
  if (query === "") return values
  for (const pair of query.split("&")) {
    if (pair === "") continue
    const end = pair.indexOf("=")
    const name = orAsIs(end < 0 ? pair : pair.slice(0, end))
    const value = end < 0 ? "" : orAsIs(pair.slice(end + 1))
    const before = values[name]
    if (before === undefined) values[name] = value
    else if (Array.isArray(before)) before.push(value)
    else values[name] = [before, value]
  }
  return values
}
