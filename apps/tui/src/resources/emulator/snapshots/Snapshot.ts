import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { Control } from "../../../control/Control.ts"

/** A state of the tenant that one can go back to. */
export interface Snapshot {
  readonly name: string
  /** What lists tell it apart by: its name again. */
  readonly id: string
  /** By the tenant's clock; nothing of what the tenant began with. */
  readonly taken_at?: string
  /** Where the state is that there was before it was restored. */
  readonly before?: string
}

const Entry = Schema.Struct({ name: Schema.String, taken_at: Schema.String })

const entryOf = ({ name, taken_at }: typeof Entry.Type): Snapshot => ({ ...named(name), taken_at })

const at = (name: string) => `/snapshots/${encodeURIComponent(name)}`

/** One of which but its name is known. */
export const named = (name: string): Snapshot => ({ name, id: name })

/** What the tenant began with, which there always is. */
export const initial: Snapshot = named("initial")

/** The state of now, which is no snapshot. */
export const current = "current"

export const list = Effect.flatMap(Control, ({ ask }) =>
  Effect.map(ask({ method: "GET", path: "/snapshots" }, Schema.Array(Entry)), (all) => all.map(entryOf))
)

export const take = (name: string) =>
  Effect.flatMap(Control, ({ ask }) => Effect.map(ask({ method: "PUT", path: at(name) }, Entry), entryOf))

export const forget = ({ name }: Snapshot) =>
  Effect.flatMap(Control, ({ ask }) =>
    ask({ method: "DELETE", path: at(name) }, Schema.Struct({ forgotten: Schema.String }))
  )

export const restore = (name: string) =>
  Effect.flatMap(Control, ({ ask }) =>
    ask({ method: "POST", path: `${at(name)}/restore` }, Schema.Struct({ restored: Schema.String }))
  )

export const branch = (name: string, tenant: string) =>
  Effect.flatMap(Control, ({ ask }) =>
    ask({ method: "POST", path: `${at(name)}/branch`, body: { tenant } }, Schema.Struct({ tenant: Schema.String }))
  )

/** The names of the tenants that there are. */
export const tenants = Effect.flatMap(Control, ({ ask }) =>
  ask({ method: "GET", path: "/tenants" }, Schema.Array(Schema.Struct({ name: Schema.String })))
)

const Operations = Schema.Array(
  Schema.Struct({ op: Schema.String, path: Schema.String, value: Schema.optionalKey(Schema.Json) })
)

/** What differs between two states, by region. */
export const Differences = Schema.Struct({ us: Operations, eu: Operations })
export type Differences = typeof Differences.Type

/** What differs between a snapshot and the state of now. */
export const differences = (from: string) =>
  Effect.flatMap(Control, ({ ask }) =>
    ask({ method: "GET", path: `/diff?from=${encodeURIComponent(from)}` }, Differences)
  )
