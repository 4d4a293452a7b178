import {
  columnFilteringFeature,
  createColumnHelper,
  createFilteredRowModel,
  createSortedRowModel,
  filterFn_includesString,
  globalFilteringFeature,
  rowSortingFeature,
  sortFn_alphanumeric,
  tableFeatures,
  useTable
} from "@tanstack/react-table"
import { useVirtualizer } from "@tanstack/react-virtual"
import { useEffect, useMemo, useRef } from "react"
import type { KeyboardEvent, ReactNode } from "react"

const features = tableFeatures({
  columnFilteringFeature,
  globalFilteringFeature,
  filteredRowModel: createFilteredRowModel(),
  filterFns: { includesString: filterFn_includesString },
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric }
})

export interface Column<Row> {
  readonly header: string
  /** As in the CSS property `grid-template-columns`. */
  readonly width: string
  /** The value for search and order. */
  readonly value: (row: Row) => string | number
  /** Whether the column is left out beside the details of a row. */
  readonly isExtra?: boolean
  /** Default: the value. */
  readonly cell?: (row: Row) => ReactNode
}

interface DataTableProps<Row> {
  readonly label: string
  /** Must not change between renders. */
  readonly columns: ReadonlyArray<Column<Row>>
  readonly rows: ReadonlyArray<Row>
  readonly rowId: (row: Row) => string
  readonly selected: string | undefined
  readonly onSelect: (id: string) => void
  /** The text that a row must contain. */
  readonly search: string
  /** Shown if no row matches the search. */
  readonly noMatch: ReactNode
}

const rowHeight = 34

const headHeight = 36

const steps: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowDown: (index) => index + 1,
  ArrowUp: (index) => index - 1,
  PageDown: (index) => index + 10,
  PageUp: (index) => index - 10,
  Home: () => 0,
  End: (_, last) => last
}

/** A table of any length, with search, order by column, and selection by mouse and arrow keys. */
export const DataTable = <Row extends object>(props: DataTableProps<Row>) => {
  const { columns, label, noMatch, onSelect, rowId, rows, search, selected } = props
  const scroller = useRef<HTMLDivElement>(null)
  const helper = useMemo(() => createColumnHelper<typeof features, Row>(), [])
  const definitions = useMemo(
    () =>
      columns.map(({ header, value }) =>
        helper.accessor((row): unknown => value(row), {
          id: header,
          header,
          sortFn: "alphanumeric",
          sortDescFirst: false
        })
      ),
    [columns, helper]
  )
  const data = useMemo(() => [...rows], [rows])
  const table = useTable({
    features,
    columns: definitions,
    data,
    getRowId: rowId,
    globalFilterFn: "includesString",
    getColumnCanGlobalFilter: () => true,
    state: { globalFilter: search },
    autoResetAll: false
  })
  const shown = table.getRowModel().rows
  const virtualizer = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    // the head stays above the rows
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    getItemKey: (index) => shown[index]?.id ?? index
  })
  const visible = columns.filter(({ isExtra }) => selected === undefined || isExtra !== true)
  const position = shown.findIndex(({ id }) => id === selected)
  useEffect(() => {
    if (position >= 0) virtualizer.scrollToIndex(position)
    // only a new selection scrolls
    // oxlint-disable-next-line react/exhaustive-deps -- rows that come or go must not scroll
  }, [selected])
  const move = (event: KeyboardEvent) => {
    if (event.key === "Enter" && event.target === scroller.current) document.querySelector("aside")?.focus()
    const step = steps[event.key]
    if (step === undefined || shown.length === 0) return
    event.preventDefault()
    const last = shown.length - 1
    const next = shown[Math.min(last, Math.max(0, step(position, last)))]
    if (next !== undefined) onSelect(next.id)
  }
  const template = { gridTemplateColumns: visible.map(({ width }) => width).join(" ") }
  return (
    <div
      className="table"
      role="grid"
      aria-label={label}
      aria-rowcount={shown.length + 1}
      aria-activedescendant={position < 0 ? undefined : `row-${selected}`}
      tabIndex={0}
      onKeyDown={move}
      ref={scroller}
    >
      <div role="rowgroup" className="head">
        <div role="row" aria-rowindex={1} style={template}>
          {table.getHeaderGroups().flatMap((group) =>
            group.headers
              .filter(({ id }) => visible.some(({ header }) => header === id))
              .map(({ column, id }) => {
                const order = column.getIsSorted()
                return (
                  <div
                    key={id}
                    role="columnheader"
                    aria-sort={order === false ? "none" : order === "asc" ? "ascending" : "descending"}
                  >
                    <button type="button" className="plain" onClick={column.getToggleSortingHandler()}>
                      {id}
                      <span aria-hidden="true">{order === false ? "" : order === "asc" ? " ↑" : " ↓"}</span>
                    </button>
                  </div>
                )
              })
          )}
        </div>
      </div>
      {shown.length === 0 ? (
        <div role="rowgroup">
          <div role="row">
            <div role="gridcell" className="none">
              {noMatch}
            </div>
          </div>
        </div>
      ) : (
        <div role="rowgroup" style={{ height: virtualizer.getTotalSize(), position: "relative" }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const row = shown[index]
            if (row === undefined) return null
            return (
              <div
                key={row.id}
                id={`row-${row.id}`}
                role="row"
                aria-rowindex={index + 2}
                aria-selected={row.id === selected}
                className="row"
                style={{ ...template, height: rowHeight, transform: `translateY(${start - headHeight}px)` }}
                onClick={() => onSelect(row.id)}
              >
                {visible.map(({ cell, header, value }) => (
                  <div key={header} role="gridcell">
                    <bdi>{cell === undefined ? value(row.original) : cell(row.original)}</bdi>
                  </div>
                ))}
              </div>
            )
          })}
        </div>
      )}
    </div>
  )
}
