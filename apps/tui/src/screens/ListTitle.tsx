import { Text } from "ink"

import type { ListState } from "../engine/ListState.ts"
import { useTheme } from "../hooks/useTheme.ts"
import { keyOf } from "../keymap/lookup.ts"
import type { AnyResource } from "../resources/registry.ts"
import { cut } from "../text/fit.ts"
import { changedText } from "./rows.ts"

const counted = new Intl.NumberFormat("en-US")

interface Props {
  readonly resource: AnyResource
  readonly state: ListState<unknown>
  readonly width: number
}

/** One line: which list this is, where in it the selection is, the filter, and what is not as it seems. */
export const ListTitle = ({ resource: { one, title }, state, width }: Props) => {
  const theme = useTheme()
  const { asked, fetchedAt, filter, isGone, problem, view } = state
  const place =
    fetchedAt === undefined || view.total === 0
      ? ""
      : ` ${counted.format(view.cursor + 1)} of ${counted.format(view.total)}`
  const filtered = filter === "" ? "" : ` · filter ${filter}`
  const asking =
    fetchedAt === undefined || asked === undefined || problem !== undefined
      ? ""
      : ` · ${asked === "" ? "clearing the filter" : `asking for ${asked}`} …`
  const gone = isGone ? ` · the ${one} that was selected is gone` : ""
  const changed = changedText(state, one, keyOf("list.refresh"))
  const left = cut(place, width - title.length)
  return (
    <Text wrap="truncate">
      <Text {...theme.strong}>{title}</Text>
      <Text {...theme.quiet}>{left}</Text>
      <Text {...theme.accent}>{cut(`${gone}${filtered}${asking}${changed}`, width - title.length - left.length)}</Text>
    </Text>
  )
}
