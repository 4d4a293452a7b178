import type xterm from "@xterm/headless"

import type { Size } from "./frame.ts"

/** What stands beyond the size that a terminal of a larger one says that it has, and lines that were wrapped. */
export const beyond = (terminal: xterm.Terminal, { columns, rows }: Size): ReadonlyArray<string> => {
  const lines = Array.from({ length: terminal.rows }, (_, row) => terminal.buffer.active.getLine(row))
  return lines.flatMap((line, row) => {
    const text = line?.translateToString(true, row < rows ? columns : 0, terminal.cols).trimEnd() ?? ""
    return text === "" && line?.isWrapped !== true ? [] : [`${row}: ${text}`]
  })
}
