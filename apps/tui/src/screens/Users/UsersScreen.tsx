import { Box, Text } from "ink"
import { useLayoutEffect } from "react"

import { Field } from "../../components/Field.tsx"
import { Lines } from "../../components/Lines.tsx"
import type { Line } from "../../components/Lines.tsx"
import { Table } from "../../components/Table.tsx"
import { useCell } from "../../hooks/useCell.ts"
import * as ListState from "../../list/ListState.ts"
import * as PageCache from "../../list/PageCache.ts"
import * as Viewport from "../../list/Viewport.ts"
import { useModel } from "../../Runtime.tsx"
import { ListTitle } from "../ListTitle.tsx"
import { columns } from "./columns.ts"
import type { UserRow } from "./columns.ts"
import { detailLines } from "./details.ts"
import * as Layout from "./layout.ts"
import { deleteLines, noticeLines, problemLines } from "./panel.ts"
import { emptyText, filterExample } from "./texts.ts"

export interface Size {
  readonly width: number
  readonly height: number
}

const usePanel = ({ height, width }: Size): ReadonlyArray<Line> => {
  const { ui, users } = useModel()
  const { overlay } = useCell(ui)
  const { problem } = useCell(users.list.state)
  const { notice } = useCell(users.changes.state)
  if (overlay?._tag === "Delete") return deleteLines(overlay, width)
  if (problem !== undefined) return problemLines(problem, width, height)
  return notice === undefined ? [] : noticeLines(notice, width)
}

const rule = { borderStyle: "single", borderDimColor: true } as const
const none = { borderTop: false, borderBottom: false, borderLeft: false, borderRight: false }
const beside = { ...rule, ...none, borderLeft: true, marginLeft: 1, paddingLeft: 1, height: "100%" } as const
const below = { ...rule, ...none, borderTop: true } as const

/** The users, the details of the selected one, and below them what there is to say or to type. */
export const UsersScreen = ({ height, width }: Size) => {
  const { ui, users } = useModel()
  const { details, overlay } = useCell(ui)
  const state = useCell(users.list.state)
  const { pending } = useCell(users.changes.state)
  const panel = usePanel({ width, height })
  const typing = overlay?._tag === "Filter" || overlay?._tag === "Delete"
  const layout = Layout.of({ width, height, panel: panel.length + (typing ? 1 : 0), details })
  useLayoutEffect(() => users.list.resize(layout.rows), [users, layout.rows])

  const withPending = (user: UserRow["user"] | undefined): UserRow | undefined =>
    user && { user, pending: pending.get(user.id) }
  const rowAt = (index: number) => withPending(PageCache.rowAt(state.cache, index))
  const selected = withPending(ListState.selected(state))
  const facts =
    selected === undefined || layout.details === undefined ? [] : detailLines(selected, layout.details.width)
  const { from, to } = Viewport.visible({ ...state.view, height: layout.rows })
  const empty = emptyText(state)

  return (
    <Box flexDirection="column" height={height}>
      <ListTitle title="Users" state={state} width={width} />
      <Box flexDirection={layout.beside ? "row" : "column"} flexGrow={1} overflow="hidden">
        {layout.rows > 0 && empty === undefined && (
          <Box width={layout.list} height={layout.rows + 1}>
            <Table
              columns={columns}
              width={layout.list}
              from={from}
              to={to}
              cursor={state.view.cursor}
              rowAt={rowAt}
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
        <Field label="/" field={overlay.field} focused width={width} example={filterExample} />
      )}
      {overlay?._tag === "Delete" && <Field label=">" field={overlay.field} focused width={width} />}
    </Box>
  )
}
