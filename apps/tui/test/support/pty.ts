import { fileURLToPath } from "node:url"

import pty from "@lydell/node-pty"
import xterm from "@xterm/headless"
import { onTestFinished } from "vitest"

import { frameOf } from "./frame.ts"
import type { Frame, Size } from "./frame.ts"

const root = fileURLToPath(new URL("../../../../", import.meta.url))

const program = (entry: string) => `"${process.execPath}" -r ./tooling/tsx-loader.mjs apps/tui/src/${entry}`

interface Options extends Partial<Size> {
  readonly env?: Readonly<Record<string, string>>
  /** Run inside Node before the program. */
  readonly preload?: string
}

export interface Pty extends Frame {
  readonly resize: (size: Size) => void
  /** Process id of the program itself. */
  readonly pid: () => number
  /** Everything that the program wrote. */
  readonly written: () => string
}

/**
 * Runs an entry point of the program in a shell on a pseudo-terminal. The shell prints the program's process id before,
 * and afterwards its exit code and how the terminal is set. It stays until the test is over: what a shell writes just
 * before it ends can be lost with the pseudo-terminal.
 */
export const run = (entry: string, { columns = 100, env = {}, preload, rows = 30 }: Options = {}): Pty => {
  const {
    CI: _,
    CONTINUOUS_INTEGRATION: __,
    NO_COLOR: ___,
    FORCE_COLOR: ____,
    NODE_ENV: _____,
    ...inherited
  } = process.env
  const node = preload === undefined ? program(entry) : program(entry).replace(" -r", ` -r "${preload}" -r`)
  const script = `echo before; sh -c 'echo pid=$$; exec ${node}'; echo "exit=$?"; stty -a | tr ';' '\\n' | tr ' ' '\\n' | grep -E '^-?(icanon|echo)$' | tr '\\n' ' '; echo after; read -r _`
  const child = pty.spawn("sh", ["-c", script], {
    cols: columns,
    rows,
    cwd: root,
    name: "xterm-256color",
    env: { ...inherited, ...env }
  })
  const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true })
  let written = ""
  child.onData((data) => {
    written += data
    terminal.write(data)
  })
  terminal.onData((data) => child.write(data))
  onTestFinished(() => {
    child.kill()
    terminal.dispose()
  })
  return {
    ...frameOf(terminal, (data) => child.write(data)),
    resize: (size) => {
      terminal.resize(size.columns, size.rows)
      child.resize(size.columns, size.rows)
    },
    pid: () => Number(/pid=(\d+)/.exec(written)?.[1]),
    written: () => written
  }
}
