import * as JsonPatch from "effect/JsonPatch"
import * as JsonPointer from "effect/JsonPointer"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"

export const isPointer = (text: string): boolean => /^(?:\/(?:[^~/]|~[01])*)*$/.test(text)

/** How many values the edits of an answer change, and a condition compares. */
const maxValues = 10_000

const maxAddedMebibytes = 8

interface Located {
  readonly pointer: string
  readonly value: unknown
}

/** Finds the values at a path in the order of the document: at most one more than the limit. */
const find = (document: unknown, path: string): ReadonlyArray<Located> => {
  let found: ReadonlyArray<Located> = [{ pointer: "", value: document }]
  for (const token of path.split("/").slice(1)) {
    const next: Array<Located> = []
    for (const { pointer, value } of found) {
      if (!Predicate.isObjectOrArray(value)) continue
      for (const name of token === "*" ? Object.keys(value) : [JsonPointer.unescapeToken(token)]) {
        if (next.length > maxValues) break
        const field: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined
        next.push({ pointer: `${pointer}/${JsonPointer.escapeToken(name)}`, value: field })
      }
    }
    found = next
  }
  return found
}

export const valuesAt = (document: unknown, path: string): ReadonlyArray<unknown> =>
  find(document, path)
    .map(({ value }) => value)
    .filter(Predicate.isNotUndefined)

interface Edited {
  readonly document: Schema.Json | undefined
  readonly missed: ReadonlyArray<string>
}

/** Applies edits to a document (`*` in a path is every entry of a list, or every field), or fails if they would make it too large. In an absent document only the root exists. */
export const applyEdits = (
  before: Schema.Json | undefined,
  edits: JsonPatch.JsonPatch
): Result.Result<Edited, string> => {
  let document = before
  const missed: Array<string> = []
  let [values, bytes] = [0, 0]
  for (const edit of edits) {
    const found = find(document, edit.path)
    values += found.length
    bytes += edit.op === "remove" ? 0 : found.length * JSON.stringify(edit.value).length
    if (values > maxValues) return Result.fail(`The patch changes more than ${maxValues} values at ${edit.path}.`)
    if (bytes > maxAddedMebibytes * 1024 * 1024)
      return Result.fail(`The patch adds more than ${maxAddedMebibytes} MiB at ${edit.path}.`)
    let isMissed = true
    // from the last value, as an edit changes the positions after it
    for (const { pointer } of found.toReversed()) {
      const current = document ?? null
      if (document === undefined && pointer !== "") continue
      const applied = Result.try(() => JsonPatch.apply([{ ...edit, path: pointer }], current))
      if (Result.isFailure(applied)) continue
      document = applied.success
      isMissed = false
    }
    if (isMissed) missed.push(edit.path)
  }
  return Result.succeed({ document, missed })
}
