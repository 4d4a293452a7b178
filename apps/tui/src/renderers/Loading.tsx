import { Box, render, Text, useInput, useWindowSize } from "ink"
import type { KittyFlagName } from "ink"

import * as Keyboard from "../input/Keyboard.tsx"
import type { Input } from "../input/Keyboard.tsx"

/** The alternate screen, which shows that the program is loading. */
export type OpenScreen = Readonly<ReturnType<typeof open>>

/** Collects the keys that are pressed meanwhile. */
const Loading = ({ early }: { readonly early: Array<Input> }) => {
  const { columns, rows } = useWindowSize()
  useInput((input, key) => {
    if (key.ctrl && input === "c") process.kill(process.pid, "SIGINT")
    else early.push([input, key])
  })
  return (
    <Box width={columns} height={rows} justifyContent="space-between">
      <Text bold>remote-assist</Text>
      <Text>loading …</Text>
    </Box>
  )
}

const flags: ReadonlyArray<KittyFlagName> = [
  "disambiguateEscapeCodes",
  "reportEventTypes",
  "reportAlternateKeys",
  "reportAllKeysAsEscapeCodes",
  "reportAssociatedText"
]

/** Draws the first frame. This module loads little more than Ink. */
export const open = (stdin: NodeJS.ReadableStream, stdout: NodeJS.WritableStream) => {
  const input = Keyboard.make(stdin)
  const early: Array<Input> = []
  // Ink would set it after the first frame, and the terminal would show a password that is typed until then
  input.setRawMode(true)
  const ink = render(<Loading early={early} />, {
    stdin: input,
    stdout,
    alternateScreen: true,
    exitOnCtrlC: false,
    incrementalRendering: true,
    interactive: true,
    isScreenReaderEnabled: false,
    kittyKeyboard: { mode: "auto", flags: [...flags] },
    maxFps: 240,
    patchConsole: stdout === process.stdout
  })
  return { early, ink, input }
}
