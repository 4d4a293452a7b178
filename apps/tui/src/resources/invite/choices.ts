import * as Effect from "effect/Effect"

import type { FieldChoice, FormField } from "../../actions/Fillable.ts"
import { moments } from "../texts.ts"
import type { Candidate } from "./Candidate.ts"
import { candidates } from "./read.ts"

const offered = (of: (row: Candidate) => ReadonlyArray<FieldChoice>): NonNullable<FormField["choices"]> =>
  Effect.map(candidates, (rows) => rows.flatMap(of))

/** The calls that run, to choose from. */
export const callChoices = offered((row) =>
  row._tag === "Call" ? [{ value: row.id, label: row.name || row.id, detail: moments(row.at) }] : []
)

/** The contacts of recent calls, to choose from. */
export const contactChoices = offered((row) =>
  row._tag === "Contact"
    ? [{ value: row.email || row.id, label: row.name || row.email || row.id, detail: row.email }]
    : []
)
