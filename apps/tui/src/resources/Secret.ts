import type * as Redacted from "effect/Redacted"

/** What is secret of a row: shown and copied when that is asked for, and else in no output. */
export interface Secret<Row> {
  /** Name that the service gives the field. */
  readonly name: string
  readonly label: string
  readonly value: (row: Row) => Redacted.Redacted | undefined
}
