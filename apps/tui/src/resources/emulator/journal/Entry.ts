import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

import { Control } from "../../../control/Control.ts"
import type { Failure } from "../../../Problem.ts"
import { search } from "../filters.ts"
import type { Query } from "../filters.ts"
import * as Whole from "../whole.ts"

/** A request to the service and what became of it, in short. */
export const Entry = Schema.Struct({
  id: Schema.Int,
  /** The tenant's time that it lived by. */
  at: Schema.String,
  /** In milliseconds. */
  duration: Schema.NullOr(Schema.Finite),
  region: Schema.String,
  operation: Schema.NullOr(Schema.String),
  method: Schema.String,
  /** With its query, as it was sent: with its secrets. */
  path: Schema.String,
  /** Nothing while there is no answer. */
  status: Schema.NullOr(Schema.Int),
  changed: Schema.Boolean,
  mails: Schema.Array(Schema.Struct({ kind: Schema.String, to: Schema.String })),
  faults: Schema.Array(Schema.String),
  gone: Schema.Boolean,
  /** What a refused request was told. */
  reason: Schema.optionalKey(Schema.String)
})
export type Entry = typeof Entry.Type

/** One of which but its number is known. */
export const unread: Entry = {
  id: 0,
  at: "",
  duration: null,
  region: "",
  operation: null,
  method: "",
  path: "",
  status: null,
  changed: false,
  mails: [],
  faults: [],
  gone: false
}

/** The last entries, as a query chooses them. */
export const list = (query: Query) =>
  Effect.flatMap(Control, ({ ask }) =>
    ask({ method: "GET", path: `/journal${search([["limit", String(Whole.most)], ...query])}` }, Schema.Array(Entry))
  )

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Entry))

const fits = (entry: Entry, [name, value]: Query[number]): boolean => {
  switch (name) {
    case "status":
      return value.endsWith("xx")
        ? String(entry.status ?? "").startsWith(value.slice(0, 1))
        : String(entry.status) === value
    case "region":
      return entry.region === value
    case "operation":
      return entry.operation === value
    case "since":
      return entry.id > Number(value)
    default:
      return true
  }
}

/** The entries from here on, those together that come together; an empty group says that it has begun. */
export const follow = (query: Query): Stream.Stream<ReadonlyArray<Entry>, Failure, Control> =>
  Stream.unwrap(
    Effect.map(Control, ({ follow }) =>
      Stream.map(follow("/journal/stream"), (data) =>
        data
          .flatMap((text) => {
            const entry = decode(text)
            return entry._tag === "Some" ? [entry.value] : []
          })
          .filter((entry) => query.every((clause) => fits(entry, clause)))
      )
    )
  )
