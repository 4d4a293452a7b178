import { Box, render, Text, useInput, useWindowSize } from "ink"
import { memo, useState } from "react"

// the least that a list of as many rows takes with Ink: a text for each row on screen, and the keys that go down and up

const count = Number(process.argv[2] ?? 1000)

const Row = memo(({ isSelected, text }: { readonly isSelected: boolean; readonly text: string }) => (
  <Text wrap="truncate" inverse={isSelected}>
    {text}
  </Text>
))

const textOf = (row: number, width: number) =>
  `   ● active        User ${row}${" ".repeat(20)}user.${row}@example.com${" ".repeat(20)}EnterpriseAdmin   2026-01-01 00:00 UTC`
    .padEnd(width)
    .slice(0, width)

const List = () => {
  const { columns, rows } = useWindowSize()
  const [{ cursor, top }, move] = useState({ cursor: 0, top: 0 })
  const height = rows - 2
  useInput((input, key) => {
    const step = input === "j" ? 1 : input === "k" ? -1 : key.pageDown ? height : 0
    move((now) => {
      const cursor = Math.max(0, Math.min(count - 1, now.cursor + step))
      return { cursor, top: Math.max(cursor - height + 1, Math.min(now.top, cursor)) }
    })
  })
  return (
    <Box flexDirection="column" width={columns} height={rows}>
      <Text>
        List {cursor + 1} of {count}
      </Text>
      {Array.from({ length: Math.min(height, count - top) }, (_, at) => (
        <Row key={at} text={textOf(top + at, columns)} isSelected={top + at === cursor} />
      ))}
      <Text>j down k up</Text>
    </Box>
  )
}

render(<List />, { alternateScreen: true, incrementalRendering: true, interactive: true, maxFps: 240 })
