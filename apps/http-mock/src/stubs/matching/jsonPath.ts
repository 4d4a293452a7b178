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

/** What Java's paths have, and what says the same in a standard one. */
const foreign: ReadonlyArray<readonly [RegExp, string]> = [
  [/\.(?:length|size)\(\)/, "$[?length(@.list) == 2]"],
  [/=~/, "$[?search(@.name, 'A.*')]"]
]

const insteadOf = (text: string) =>
  foreign
    .filter(([form]) => form.test(text))
    .map(([form, instead]) => `; in place of ${form.exec(text)?.[0]} write as in ${instead}`)
    .join("")

const isAboutItself = (text: string) => /^\$\s*\[\s*\?/.test(text)

/** The JSONPath (RFC 9535) that a text is, or why it is none. */
export const jsonPathOf = (text: string): Result.Result<JsonPath, string> =>
  Result.map(
    Result.try({
      try: () => environment.compile(text),
      catch: (error) =>
        `is no JSONPath (RFC 9535): ${error instanceof Error ? error.message : String(error)}${insteadOf(text)}`
    }),
    (path): JsonPath => {
      const isSingular = path.singularQuery()
      const valuesIn = (value: JSONValue) => path.query(value).values().filter(isThereAtAll)
      return (value) => {
        const within = valuesIn(value)
        // as in WireMock, where $[?(@.name == 'x')] is also about an object itself
        const found = within.length === 0 && isAboutItself(text) && !Array.isArray(value) ? valuesIn([value]) : within
        if (found.length === 0) return Option.none()
        return Option.some(isSingular ? (found[0] ?? null) : found)
      }
    }
  )

/** Whether a path that is a condition of itself is met: what it yields is there, and not empty. */
export const isThere = (found: Option.Option<Schema.MutableJson>): boolean =>
  Option.exists(found, (value) => value !== null && (typeof value !== "object" || Object.keys(value).length > 0))
