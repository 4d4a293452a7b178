import { Text } from "ink"

import { cut } from "../components/fit.ts"
import { useTheme } from "../hooks/useTheme.ts"
import type { ListState } from "../list/ListState.ts"

const counted = new Intl.NumberFormat("en-US")

interface Props {
  readonly title: string
  readonly state: ListState<unknown>
  readonly width: number
}

/** One line: which list this is, where in it the selection is, and the filter. */
export const ListTitle = ({ state, title, width }: Props) => {
  const theme = useTheme()
  const { asked, fetchedAt, filter, problem, view } = state
  const place =
    fetchedAt === undefined || view.total === 0
      ? ""
      : ` ${counted.format(view.cursor + 1)} of ${counted.format(view.total)}`
  const filtered = filter === "" ? "" : ` · filter ${filter}`
  const asking =
    fetchedAt === undefined || asked === undefined || problem !== undefined
      ? ""
      : ` · ${asked === "" ? "clearing the filter" : `asking for ${asked}`} …`
  return (
    <Text wrap="truncate">
      <Text {...theme.strong}>{title}</Text>
      <Text {...theme.quiet}>{cut(place, width - title.length)}</Text>
      <Text {...theme.accent}>{cut(`${filtered}${asking}`, width - title.length - place.length)}</Text>
    </Text>
  )
}
