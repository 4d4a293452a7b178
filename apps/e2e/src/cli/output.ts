import type { Output } from "../reporters/Reporter.ts"

/** A stream of this process as what reporters write to. */
export const outputOf = (stream: NodeJS.WriteStream): Output => ({
  write: (text) => void stream.write(text),
  isTerminal: stream.isTTY,
  hasColour: stream.isTTY && stream.hasColors(),
  columns: stream.columns || 80
})
