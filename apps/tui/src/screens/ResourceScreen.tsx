import { Box, Text } from "ink"
import { useLayoutEffect, useMemo } from "react"

import { Field } from "../components/Field.tsx"
import { Lines } from "../components/Lines.tsx"
import type { Line } from "../components/Lines.tsx"
import { Table } from "../components/Table.tsx"
import * as ListState from "../engine/ListState.ts"
import * as PageCache from "../engine/PageCache.ts"
import * as Viewport from "../engine/Viewport.ts"
import { useCell } from "../hooks/useCell.ts"
import type { AnyResource } from "../resources/registry.ts"
import { useModel } from "../Runtime.tsx"
import * as Layout from "./layout.ts"
import { ListTitle } from "./ListTitle.tsx"
import { noticeLines, overlayLines, problemLines } from "./panel.ts"
import { columnsOf, factLines } from "./rows.ts"
import type { ShownRow } from "./rows.ts"
import { emptyText } from "./texts.ts"

export interface Size {
  readonly width: number
  readonly height: number
}

/** What is asked, or else what is wrong with the list, and what was told. */
const usePanel = (resource: AnyResource, { height, width }: Size): ReadonlyArray<Line> => {
  const { changes, lists, notices, ui } = useModel()
  const { overlay } = useCell(ui)
  const { problem } = useCell(lists.of(resource).state)
  const { shown } = useCell(notices.state)
  const underWay = useCell(changes.state).pending.size
  const asked = overlay === undefined ? [] : overlayLines(overlay, underWay, width)
  if (asked.length > 0) return asked
  return [
    ...(problem === undefined ? [] : problemLines(problem, width, height)),
    ...(shown === undefined ? [] : noticeLines(shown, width, height))
  ]
}

const rule = { borderStyle: "single", borderDimColor: true } as const
const none = { borderTop: false, borderBottom: false, borderLeft: false, borderRight: false }
const beside = { ...rule, ...none, borderLeft: true, marginLeft: 1, paddingLeft: 1, height: "100%" } as const
const below = { ...rule, ...none, borderTop: true } as const

/** The rows of a resource, the details of the selected one, and below them what there is to say or to type. */
export const ResourceScreen = ({ height, resource, width }: Size & { readonly resource: AnyResource }) => {
  const { changes, lists, ui } = useModel()
  const list = lists.of(resource)
  const { details, overlay } = useCell(ui)
  const state = useCell(list.state)
  useCell(changes.state)
  const columns = useMemo(() => columnsOf(resource), [resource])
  const panel = usePanel(resource, { width, height })
  const typing = overlay?._tag === "Filter" || overlay?._tag === "Confirm"
  const layout = Layout.of({ width, height, panel: panel.length + (typing ? 1 : 0), details })
  useLayoutEffect(() => list.resize(layout.rows), [list, layout.rows])

  const shown = (row: unknown): ShownRow | undefined =>
    row === undefined
      ? undefined
      : { row, pending: changes.pendingOf(resource, row), changed: state.changed.get(resource.idOf(row)) }
  const selected = shown(ListState.selected(state))
  const facts =
    selected === undefined || layout.details === undefined ? [] : factLines(resource, selected, layout.details.width)
  const { from, to } = Viewport.visible({ ...state.view, height: layout.rows })
  const empty = emptyText(state, resource)

  return (
    <Box flexDirection="column" height={height}>
      <ListTitle resource={resource} state={state} width={width} />
      <Box flexDirection={layout.beside ? "row" : "column"} flexGrow={1} overflow="hidden">
        {layout.rows > 0 && empty === undefined && (
          <Box width={layout.list} height={layout.rows + 1}>
            <Table
              columns={columns}
              width={layout.list}
              from={from}
              to={to}
              cursor={state.isGone ? -1 : state.view.cursor}
              rowAt={(index) => shown(PageCache.rowAt(state.cache, index))}
              placeholder={(index) =>
                state.failed.has(PageCache.pageOf(state.cache.pageSize, index)) ? "not loaded" : "loading"
              }
            />
          </Box>
        )}
        {empty !== undefined && <Text wrap="wrap">{empty}</Text>}
        {layout.details !== undefined && empty === undefined && (
          <Box {...(layout.beside ? beside : layout.rows > 0 ? below : {})} flexShrink={0}>
            <Lines lines={facts.slice(0, layout.details.height)} />
          </Box>
        )}
      </Box>
      <Lines lines={panel} />
      {overlay?._tag === "Filter" && (
        <Field label="/" field={overlay.field} focused width={width} example={resource.filterExample ?? ""} />
      )}
      {overlay?._tag === "Confirm" && <Field label=">" field={overlay.field} focused width={width} />}
    </Box>
  )
}
