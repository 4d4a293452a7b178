import * as Redacted from "effect/Redacted"
import stringWidth from "string-width"

import { hidden } from "../../actions/Report.ts"
import type { Field } from "../../resources/Field.ts"
import type { Resource } from "../../resources/Resource.ts"
import { fit, printable } from "../../text/fit.ts"
import type { Format } from "./Format.ts"

const gap = "  "

const titleOf = (name: string) => name.replaceAll("_", " ").toUpperCase()

const sum = (widths: ReadonlyArray<number>) => widths.reduce((total, width) => total + width + gap.length, -gap.length)

/** Takes from the widest until all fit. */
const narrowed = (widths: ReadonlyArray<number>, room: number): ReadonlyArray<number> => {
  const fitting = [...widths]
  while (sum(fitting) > room) {
    const widest = fitting.indexOf(Math.max(...fitting))
    if ((fitting[widest] ?? 0) <= 1) break
    fitting[widest] = (fitting[widest] ?? 0) - 1
  }
  return fitting
}

/** Columns as wide as the first page needs, and no wider than there is room; without a terminal nothing is cut. */
export const table = <Row>(fields: ReadonlyArray<Field<Row>>, room: number | undefined): Format<Row> => {
  let widths: ReadonlyArray<number> | undefined
  const lineOf = (texts: ReadonlyArray<string>, widths: ReadonlyArray<number>) =>
    `${texts
      .map((text, at) => {
        const width = widths[at] ?? 0
        return room === undefined && stringWidth(text) > width ? text : fit(text, width)
      })
      .join(gap)
      .trimEnd()}\n`
  return {
    begin: "",
    page: (rows) => {
      const lines = rows.map((row) => fields.map(({ text }) => printable(text(row))))
      const titles = fields.map(({ name }) => titleOf(name))
      const isFirst = widths === undefined
      const needed = titles.map((title, at) =>
        Math.max(title.length, ...lines.map((texts) => stringWidth(texts[at] ?? "")))
      )
      const known = (widths ??= room === undefined ? needed : narrowed(needed, room))
      return (isFirst ? [titles, ...lines] : lines).map((texts) => lineOf(texts, known)).join("")
    },
    end: ""
  }
}

/** All that is known of one, label by label. */
export const facts = <Row>({ facts, secret, state }: Resource<Row>, row: Row, isRevealed = false): string => {
  const all: Resource<Row>["facts"] = [
    ...(state === undefined ? [] : [["State", (row: Row) => state(row).text] as const]),
    ...facts,
    ...(secret === undefined
      ? []
      : [
          [
            secret.label,
            (row: Row) => {
              const value = secret.value(row)
              return value && (isRevealed ? Redacted.value(value) : hidden)
            }
          ] as const
        ])
  ]
  const known = all.flatMap(([label, value]) => {
    const text = printable(value(row) ?? "")
    return text === "" ? [] : [{ label, text }]
  })
  const width = Math.max(0, ...known.map(({ label }) => label.length))
  return known.map(({ label, text }) => `${label.padEnd(width)}  ${text}\n`).join("")
}
