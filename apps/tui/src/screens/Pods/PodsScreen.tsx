import { Box, Text } from "ink"
import { useLayoutEffect } from "react"

import { Lines } from "../../components/Lines.tsx"
import { Table } from "../../components/Table.tsx"
import { useCell } from "../../hooks/useCell.ts"
import * as PageCache from "../../list/PageCache.ts"
import * as Viewport from "../../list/Viewport.ts"
import { useModel } from "../../Runtime.tsx"
import { ListTitle } from "../ListTitle.tsx"
import { problemLines } from "../Users/panel.ts"
import type { Size } from "../Users/UsersScreen.tsx"
import { columns } from "./columns.ts"

/** The pods of the enterprise. */
export const PodsScreen = ({ height, width }: Size) => {
  const { list } = useModel().pods
  const state = useCell(list.state)
  const panel = state.problem === undefined ? [] : problemLines(state.problem, width, height)
  const rows = Math.max(1, height - 2 - panel.length)
  useLayoutEffect(() => list.resize(rows), [list, rows])
  const { from, to } = Viewport.visible({ ...state.view, height: rows })
  return (
    <Box flexDirection="column" height={height}>
      <ListTitle title="Pods" state={state} width={width} />
      <Box flexGrow={1} overflow="hidden">
        {state.fetchedAt === undefined ? (
          <Text>{state.problem === undefined ? "Loading the pods…" : ""}</Text>
        ) : state.view.total === 0 ? (
          <Text>There are no pods.</Text>
        ) : (
          <Table
            columns={columns}
            width={width}
            from={from}
            to={to}
            cursor={state.view.cursor}
            rowAt={(index) => PageCache.rowAt(state.cache, index)}
            placeholder={() => "loading"}
          />
        )}
      </Box>
      <Lines lines={panel} />
    </Box>
  )
}
