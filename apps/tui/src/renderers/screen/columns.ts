import type { Column } from "../../resources/Field.ts"

export interface Placed<Row> extends Column<Row> {
  readonly placed: number
}

export const gap = 2

const widthOf = <Row>(columns: ReadonlyArray<Column<Row>>) =>
  columns.reduce((sum, { width }) => sum + width, Math.max(0, columns.length - 1) * gap)

const fitting = <Row>(columns: ReadonlyArray<Column<Row>>, width: number): ReadonlyArray<Column<Row>> => {
  if (columns.length <= 1 || widthOf(columns) <= width) return columns
  const last = Math.max(...columns.map(({ rank }) => rank))
  return fitting(
    columns.filter(({ rank }) => rank !== last),
    width
  )
}

/** Gives each column its width: drops those without room, shares out what is left over. */
export const place = <Row>(columns: ReadonlyArray<Column<Row>>, width: number): ReadonlyArray<Placed<Row>> => {
  const shown = fitting(columns, width)
  const shares = shown.reduce((sum, { grow }) => sum + grow, 0)
  const spare = Math.max(0, width - widthOf(shown))
  const [only] = shown
  if (shown.length === 1 && only !== undefined) return [{ ...only, placed: Math.max(0, width) }]
  return shown.map((column) => ({
    ...column,
    placed: column.width + (shares === 0 ? 0 : Math.floor((spare * column.grow) / shares))
  }))
}
