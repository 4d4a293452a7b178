import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import { JSONPathEnvironment } from "json-p3"
import type { JSONValue } from "json-p3"

const environment = new JSONPathEnvironment({ maxRecursionDepth: 200 })

/** What a path yields: the value where it leads to one at the most, else the list of all; nothing where there is none. */
export type JsonPath = (value: Schema.MutableJson) => Option.Option<Schema.MutableJson>

// what JSON is made of is JSON
const isThereAtAll = (value: JSONValue): value is Schema.MutableJson => value !== undefined

/** The JSONPath (RFC 9535) that a text is, or why it is none. */
export const jsonPathOf = (text: string): Result.Result<JsonPath, string> =>
  Result.map(
    Result.try({
      try: () => environment.compile(text),
      catch: (error) => `is no JSONPath (RFC 9535): ${error instanceof Error ? error.message : String(error)}`
    }),
    (path): JsonPath => {
      const isSingular = path.singularQuery()
      return (value) => {
        const found = path.query(value).values().filter(isThereAtAll)
        if (found.length === 0) return Option.none()
        return Option.some(isSingular ? (found[0] ?? null) : found)
      }
    }
  )

/** Whether a path that is a condition of itself is met: what it yields is there, and not empty. */
export const isThere = (found: Option.Option<Schema.MutableJson>): boolean =>
  Option.exists(found, (value) => value !== null && (typeof value !== "object" || Object.keys(value).length > 0))
