import * as Result from "effect/Result"

/** What is written in place of the strings, numbers and so on of a JSON text; `name` is that of the field around. */
export interface Rewriting {
  /** Yields what to write for a value as it stands there. */
  readonly value: (raw: string, name: string | undefined) => string
  /** The same for the name of a field. */
  readonly key: (raw: string, name: string | undefined) => string
  /** Whether all that is in a field of this name belongs to it. */
  readonly isWhole: (name: string) => boolean
}

/** Whether a text is JSON. */
export const isJson = (text: string): boolean => Result.isSuccess(Result.try((): unknown => JSON.parse(text)))

/** What a string of a JSON text says. */
export const stringOf = (raw: string): string => String(JSON.parse(raw))

interface Level {
  readonly isObject: boolean
  name: string | undefined
  readonly isWhole: boolean
}

const delimiter = /[\s"{}[\],:]/

const endOf = (json: string, start: number) => {
  let at = start + 1
  if (json[start] === '"') {
    while (json[at] !== '"') at += json[at] === "\\" ? 2 : 1
    return at + 1
  }
  while (at < json.length && !delimiter.test(json.charAt(at))) at += 1
  return at
}

/** A JSON text with other values; everything else stays as it is written. */
export const rewrite = (json: string, { isWhole, key, value }: Rewriting): string => {
  const written: Array<string> = []
  const levels: Array<Level> = []
  let awaitsKey = false
  let at = 0
  while (at < json.length) {
    const sign = json.charAt(at)
    const level = levels.at(-1)
    if (sign === '"' || !delimiter.test(sign)) {
      const end = endOf(json, at)
      const raw = json.slice(at, end)
      written.push(awaitsKey ? key(raw, level?.isWhole === true ? level.name : undefined) : value(raw, level?.name))
      if (awaitsKey && level !== undefined && !level.isWhole) level.name = stringOf(raw)
      at = end
      continue
    }
    if (sign === "{" || sign === "[") {
      const name = level?.name
      levels.push({
        isObject: sign === "{",
        name,
        isWhole: level?.isWhole === true || (name !== undefined && isWhole(name))
      })
      awaitsKey = sign === "{"
    } else if (sign === "}" || sign === "]") {
      levels.pop()
      awaitsKey = false
    } else if (sign === ",") awaitsKey = level?.isObject === true
    else if (sign === ":") awaitsKey = false
    written.push(sign)
    at += 1
  }
  return written.join("")
}
