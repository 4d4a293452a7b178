import { execFileSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

import pty from "@lydell/node-pty"
import xterm from "@xterm/headless"
import { onTestFinished } from "vitest"

import { program as file } from "../../../../tooling/programs.ts"
import { homeless } from "./command.ts"
import { frameOf } from "./frame.ts"
import type { Frame, Size } from "./frame.ts"

const root = fileURLToPath(new URL("../../../../", import.meta.url))

const program = (line: string, preload?: string) => {
  const [entry = "", ...args] = line.split(" ")
  return [
    `"${process.execPath}"${preload === undefined ? "" : ` -r "${preload}"`} "${file(`apps/tui/src/${entry}`)}"`,
    ...args
  ].join(" ")
}

/** A command that says how the terminal is set. */
export const settings = `stty -a | tr ';' '\\n' | tr ' ' '\\n' | grep -E '^-?(icanon|echo)$' | tr '\\n' ' '`

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
  /** Writes to the terminal behind the program's back, as another program does. */
  readonly overwrite: (data: string) => void
}

const open = (file: string, args: ReadonlyArray<string>, { columns = 100, env = {}, rows = 30 }: Options): Pty => {
  const {
    CI: _,
    CONTINUOUS_INTEGRATION: __,
    NO_COLOR: ___,
    FORCE_COLOR: ____,
    NODE_ENV: _____,
    ...inherited
  } = process.env
  const child = pty.spawn(file, [...args], {
    cols: columns,
    rows,
    cwd: root,
    name: env["TERM"] ?? "xterm-256color",
    env: { ...inherited, ...homeless, ...env }
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
  const pid = () => Number(/pid=(\d+)/.exec(written)?.[1])
  return {
    ...frameOf(terminal, (data) => child.write(data)),
    resize: (size) => {
      terminal.resize(size.columns, size.rows)
      child.resize(size.columns, size.rows)
    },
    pid,
    written: () => written,
    overwrite: (data) => {
      const device = execFileSync("ps", ["-o", "tty=", "-p", String(pid())], { encoding: "utf8" }).trim()
      writeFileSync(`/dev/${device}`, data)
    }
  }
}

/**
 * Runs an entry point of the program in a shell on a pseudo-terminal. The shell prints the program's process id before,
 * and afterwards its exit code and how the terminal is set. It stays until the test is over: what a shell writes just
 * before it ends can be lost with the pseudo-terminal.
 */
export const run = (entry: string, options: Options = {}): Pty => {
  const { preload } = options
  const node = program(entry, preload)
  const script = `echo before; sh -c 'echo pid=$$; exec ${node}'; echo "exit=$?"; ${settings}; echo after; read -r _`
  return open("sh", ["-c", script], options)
}

/** Runs an entry point as a job of a shell that can stop and continue it. */
export const runAsJob = async (entry: string, options: Options = {}): Promise<Pty> => {
  const shell = open("bash", ["--norc", "--noprofile", "--noediting", "-i"], {
    ...options,
    env: { ...options.env, PS1: "ready> " }
  })
  await shell.see("ready>")
  await shell.press(`sh -c 'echo pid=$$; exec ${program(entry)}'\r`)
  return shell
}
