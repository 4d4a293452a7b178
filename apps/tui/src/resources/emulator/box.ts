import type { Page } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import { refuse, use } from "../../Control.ts"
import type { Client, ControlRefused } from "../../Control.ts"
import { hidden } from "../../requests/Requests.ts"
import type { ResourceGroup } from "../Resource.ts"
import { wholePage } from "../Resource.ts"

/** The screen of the emulator's boxes. */
const emulator: ResourceGroup = { name: "emulator", title: "Emulator", letter: "e", place: "emulator" }

/** Maximum number of rows of a box; the last ones are shown. */
export const maxRows = 1000

/** What all boxes of the emulator's screen share. */
export const box = { group: emulator, isPublic: true, pageSize: maxRows }

/** The last rows of a list as its only page. */
export const boxPage = <Row>(rows: ReadonlyArray<Row>, page: number): Page.Page<Row> =>
  wholePage(rows.slice(-maxRows), page, maxRows)

const loadSchemas = () => import("@remote-assist/http-mock/Control")

/** Calls the control plane with a value that one of its schemas decodes. The schemas are loaded on demand. */
export const useDecoded = <Value, A, E, R>(
  schemaOf: (schemas: Awaited<ReturnType<typeof loadSchemas>>) => Schema.Decoder<Value>,
  value: unknown,
  call: (client: Client, value: Value) => Effect.Effect<A, E, R>
) =>
  use((client) =>
    Effect.promise(loadSchemas).pipe(
      Effect.flatMap((schemas) => Schema.decodeUnknownEffect(schemaOf(schemas))(value)),
      Effect.flatMap((decoded) => call(client, decoded))
    )
  )

const decodeDuration = Schema.decodeOption(Schema.DurationFromString)

/** Returns the error of a duration, after the name of its field, or `undefined`. */
export const durationError = (text: string): string | undefined =>
  Option.isNone(decodeDuration(text)) ? "is not a duration such as 10 minutes" : undefined

/** A parsed filter such as `status=4xx since=7`. */
export type Query = Readonly<Record<string, string | number>>

const numeric: ReadonlySet<string> = new Set(["since", "after"])

/** Parses a filter; fails for a name that is not in `names`. */
export const parseFilter = (filter: string, names: ReadonlyArray<string>): Effect.Effect<Query, ControlRefused> => {
  const query: Record<string, string | number> = {}
  for (const clause of filter.split(/\s+/).filter((clause) => clause !== "")) {
    const [name = "", value = ""] = clause.split(/=(.*)/s)
    if (!names.includes(name) || value === "")
      return refuse(`the filter "${clause}" is invalid. Use ${names.map((name) => `${name}=`).join(", ")}.`, 400)
    query[name] = numeric.has(name) ? Number(value) : value
  }
  return Effect.succeed(query)
}

// the three parts of a user token
const token = /[\w-]{8,}\.[\w-]{8,}\.[\w-]+/g

/** Masks the user tokens in a text. */
export const maskTokens = (text: string): string => text.replaceAll(token, hidden)
