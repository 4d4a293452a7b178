import * as JsonPatch from "effect/JsonPatch"
import * as JsonPointer from "effect/JsonPointer"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"

/** An edit of JSON Patch (RFC 6902); `*` in its path is every entry of a list, or every field. */
export type Edit =
  | { readonly op: "add" | "replace"; readonly path: string; readonly value: Schema.Json }
  | { readonly op: "remove"; readonly path: string }

export const isPointer = (text: string): boolean => /^(?:\/(?:[^~/]|~[01])*)*$/.test(text)

/** The most places that the edits of an answer change, and that a condition looks at. */
const mostPlaces = 10_000

const mostAdded = 8 * 1024 * 1024

interface Place {
  readonly pointer: string
  readonly value: unknown
}

/** The places that a pointer leads to, in the order of the document; one more than the most, if there are more. */
const placesOf = (document: unknown, path: string): ReadonlyArray<Place> => {
  let places: ReadonlyArray<Place> = [{ pointer: "", value: document }]
  for (const token of path.split("/").slice(1)) {
    const next: Array<Place> = []
    for (const { pointer, value } of places) {
      if (!Predicate.isObjectOrArray(value)) continue
      for (const name of token === "*" ? Object.keys(value) : [JsonPointer.unescapeToken(token)]) {
        if (next.length > mostPlaces) break
        const field: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined
        next.push({ pointer: `${pointer}/${JsonPointer.escapeToken(name)}`, value: field })
      }
    }
    places = next
  }
  return places
}

export const valuesAt = (document: unknown, path: string): ReadonlyArray<unknown> =>
  placesOf(document, path)
    .map(({ value }) => value)
    .filter(Predicate.isNotUndefined)

interface Edited {
  readonly document: Schema.Json | undefined
  readonly missed: ReadonlyArray<string>
}

/** Applies edits to a document; fails if they would make it too large. A document that there is not has a root only. */
export const applyEdits = (
  before: Schema.Json | undefined,
  edits: ReadonlyArray<Edit>
): Result.Result<Edited, string> => {
  let document = before
  const missed: Array<string> = []
  let [places, added] = [0, 0]
  for (const edit of edits) {
    const found = placesOf(document, edit.path)
    places += found.length
    added += edit.op === "remove" ? 0 : found.length * JSON.stringify(edit.value).length
    if (places > mostPlaces) return Result.fail(`The patch changes more than ${mostPlaces} places at ${edit.path}.`)
    if (added > mostAdded) return Result.fail(`The patch adds more than ${mostAdded} bytes at ${edit.path}.`)
    let isMissed = true
    // from the last one on, as positions of a list change
    for (const { pointer } of found.toReversed()) {
      const at = document ?? null
      if (document === undefined && pointer !== "") continue
      const applied = Result.try(() => JsonPatch.apply([{ ...edit, path: pointer }], at))
      if (Result.isFailure(applied)) continue
      document = applied.success
      isMissed = false
    }
    if (isMissed) missed.push(edit.path)
  }
  return Result.succeed({ document, missed })
}
