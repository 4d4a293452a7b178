import * as Schema from "effect/Schema"

import { Choices } from "./Choices.ts"

/**
 * What became of a row. `sending` stands before each request, so that one without another line behind it may have been
 * made; `unknown` likewise, where no answer told. `unsent` never left this machine, `undone` was created and is
 * deactivated again.
 */
export const State = Schema.Literals([
  "sending",
  "created",
  "existed",
  "updated",
  "refused",
  "unknown",
  "unsent",
  "undone"
])
export type State = typeof State.Type

/** A line of the results: what is known of an e-mail address from here on. */
export const JournalLine = Schema.Struct({
  at: Schema.String,
  line: Schema.Int,
  email: Schema.String,
  /** What the row said, see `Row.hashOf`. */
  row: Schema.String,
  state: State,
  user_id: Schema.optionalKey(Schema.Int),
  why: Schema.optionalKey(Schema.String)
})
export type JournalLine = typeof JournalLine.Type

/** A line before rows are sent by other choices than the last. */
export const JournalChoices = Schema.Struct({ at: Schema.String, chosen: Choices })

/** The first line: whose results these are. */
export const JournalHead = Schema.Struct({
  results_of: Schema.Literal("remote-assist users import"),
  version: Schema.Literal(1),
  service: Schema.String,
  region: Schema.String,
  file: Schema.String
})
export type JournalHead = typeof JournalHead.Type
