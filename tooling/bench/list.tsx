import { Box, render, Text, useInput, useWindowSize } from "ink"
import { memo, useState } from "react"

// the least that a screen like the terminal UI's takes with Ink: a text for each row of a list and for each line of the
// details of the selected row, and keys that move the selection

const count = Number(process.argv[2] ?? 1000)

const Line = memo(({ isSelected = false, text }: { readonly isSelected?: boolean; readonly text: string }) => (
  <Text wrap="truncate" inverse={isSelected}>
    {text}
  </Text>
))

const fit = (text: string, width: number) => text.padEnd(width).slice(0, width)

const rowOf = (row: number, width: number) =>
  fit(
    `   ● active        ${fit(`User ${row}`, 24)}${fit(`user.${row}@example.com`, 34)}${fit("User", 18)}2026-01-01 00:00 UTC`,
    width
  )

const detailsOf = (row: number) => [
  `user.${row}@example.com`,
  "● active",
  "",
  `Name       User ${row}`,
  `E-mail     user.${row}@example.com`,
  `User name  user.${row}`,
  "Role       User",
  `Title      Remote Expert ${row}`,
  `Location   Porto ${row}`,
  "Available  yes",
  `Last used  2025-12-31 ${String(row % 24).padStart(2, "0")}:22 UTC`,
  `Created    2025-02-${String((row % 28) + 1).padStart(2, "0")} 00:00 UTC`,
  `Confirmed  2025-02-${String((row % 28) + 1).padStart(2, "0")} 00:00 UTC`,
  `Id         ${row + 101}`,
  "May        manage_account, view_account",
  "           view_contacts, web_login"
]

const List = () => {
  const { columns, rows } = useWindowSize()
  const [{ cursor, top }, move] = useState({ cursor: 0, top: 0 })
  const height = rows - 4
  const side = columns < 100 ? 0 : Math.min(60, Math.floor(columns * 0.36))
  const width = side === 0 ? columns : columns - side - 3
  useInput((input, key) => {
    const step = input === "j" ? 1 : input === "k" ? -1 : key.pageDown ? height : 0
    move((now) => {
      const cursor = Math.max(0, Math.min(count - 1, now.cursor + step))
      return { cursor, top: Math.max(cursor - height + 1, Math.min(now.top, cursor)) }
    })
  })
  return (
    <Box flexDirection="column" width={columns} height={rows}>
      <Line text="list                                     ● live" />
      <Line text={`List ${cursor + 1} of ${count}`} />
      <Line text="   STATE           NAME                    E-MAIL" />
      <Box height={height}>
        <Box flexDirection="column" width={width}>
          {Array.from({ length: Math.min(height, count - top) }, (_, at) => (
            <Line key={at} text={rowOf(top + at, width)} isSelected={top + at === cursor} />
          ))}
        </Box>
        {side > 0 && (
          <Box flexDirection="column" width={side + 3}>
            {Array.from({ length: height }, (_, at) => (
              <Line key={at} text={` │ ${detailsOf(cursor)[at] ?? ""}`} />
            ))}
          </Box>
        )}
      </Box>
      <Line text="j down  k up" />
    </Box>
  )
}

render(<List />, { alternateScreen: true, incrementalRendering: true, interactive: true, maxFps: 240 })
