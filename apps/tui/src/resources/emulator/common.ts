import type { Page } from "@remote-assist/core"
import * as Effect from "effect/Effect"

import { refuse } from "../../Control.ts"
import type { ControlRefused } from "../../Control.ts"
import { hidden } from "../../requests/LoggedRequest.ts"
import type { ResourceGroup } from "../Resource.ts"

/** The screen of the emulator's boxes. */
export const emulator: ResourceGroup = { name: "emulator", title: "Emulator", letter: "e", place: "emulator" }

/** The most rows of a box; of more, the last are shown. */
export const most = 5000

/** What the boxes of the emulator's screen share. */
export const box = { group: emulator, isPublic: true, pageSize: most }

/** A whole list, as its only page. */
export const page = <Row>(rows: ReadonlyArray<Row>, number: number): Page.Page<Row> => {
  const entries = number === 1 ? rows.slice(-most) : []
  return { entries, total_entries: Math.min(rows.length, most), total_pages: 1, page: number, page_size: most }
}

/** The emulator's schemas, whose code is loaded when it is used. */
export const schemas = Effect.promise(() => import("@remote-assist/http-mock/Control"))

/** What a filter such as `status=4xx since=7` asks for, by name. */
export type Query = Readonly<Record<string, string | number>>

const numeric: ReadonlySet<string> = new Set(["since", "after"])

/** Reads a filter; a name that is not among `names` is refused. */
export const queryOf = (filter: string, names: ReadonlyArray<string>): Effect.Effect<Query, ControlRefused> => {
  const clauses = filter.split(/\s+/).filter((clause) => clause !== "")
  const query: Record<string, string | number> = {}
  for (const clause of clauses) {
    const [name = "", value = ""] = clause.split(/=(.*)/s)
    if (!names.includes(name) || value === "")
      return refuse(`${clause} is no filter here; there are ${names.map((name) => `${name}=`).join(", ")}`, 400)
    query[name] = numeric.has(name) ? Number(value) : value
  }
  return Effect.succeed(query)
}

// the three parts of a user token
const token = /[\w-]{8,}\.[\w-]{8,}\.[\w-]+/g

/** A text without the user tokens in it. */
export const masked = (text: string): string => text.replaceAll(token, hidden)
