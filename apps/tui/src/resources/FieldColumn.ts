import type { Tone } from "../theme.ts"
import type { Field } from "./Field.ts"
import { yesNo } from "./texts.ts"

export interface Column<Row> {
  readonly title: string
  readonly text: (row: Row) => string
  readonly tone?: (row: Row) => Tone
  /** What is said of it where it shows a sign. */
  readonly words?: (row: Row) => string
  /** Whether it shows the state of a row, which else has a column of its own. */
  readonly isState?: boolean
  readonly align?: "left" | "right"
  /** The least width worth showing. */
  readonly width: number
  /** Share of the room that is left over; 0 keeps the width. */
  readonly grow: number
  /** Columns with the highest number are the first to go when there is no room. */
  readonly rank: number
}

/** What rows are sorted by. A date is a string as the service writes it. */
export type Value = string | number | boolean | null | undefined

/** A column of a field: rows can be sorted by it, and it can be put in or taken out by its name. */
export interface FieldColumn<Row> extends Column<Row> {
  /** Name of the field. */
  readonly name: string
  readonly value: (row: Row) => Value
}

interface Described<Row, V extends Value> extends Omit<Column<Row>, "text"> {
  readonly name: string
  readonly value: (row: Row) => V
  /** How a value is written; as it is unless given. */
  readonly text?: (value: V) => string
}

const plain = (value: Value): string => (typeof value === "boolean" ? yesNo(value) : String(value ?? ""))

/** Makes a column whose text is that of its value. */
const make = <Row, V extends Value>({ text = plain, ...described }: Described<Row, V>): FieldColumn<Row> => ({
  ...described,
  text: (row) => text(described.value(row))
})

interface Looks<Row, V extends Value> extends Partial<Pick<Column<Row>, "tone" | "words" | "isState" | "align">> {
  /** How a value is written; as it is unless given. */
  readonly text?: (value: V) => string
}

/** Makes columns of a row: name, title, value, then the least width, the share of what is left over and the rank. */
export const columnOf =
  <Row>() =>
  <V extends Value>(
    name: string,
    title: string,
    value: (row: Row) => V,
    [width, grow, rank]: readonly [width: number, grow: number, rank: number],
    looks: Looks<Row, V> = {}
  ): FieldColumn<Row> =>
    make({ ...looks, name, title, value, width, grow, rank })

const isValue = (value: unknown): value is Value => value == null || /^(string|number|boolean)$/.test(typeof value)

/** The column of any field: what is no plain value is sorted by its text. */
export const of = <Row>({ name, text, value }: Field<Row>): FieldColumn<Row> => {
  const title = name.replaceAll("_", " ").toUpperCase()
  return {
    name,
    title,
    text,
    value: (row) => {
      const found = value(row)
      return isValue(found) ? found : text(row)
    },
    width: Math.max(10, title.length),
    grow: 1,
    rank: 10
  }
}
