import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"

import * as Effect from "effect/Effect"

const start = (script: string, args: ReadonlyArray<string>) => {
  const child = spawn(process.execPath, [fileURLToPath(new URL(script, import.meta.url)), ...args], {
    stdio: ["pipe", "pipe", "inherit"]
  })
  const lines = createInterface({ input: child.stdout })
  const unread: Array<string> = []
  lines.on("line", (line) => unread.push(line))
  // with its pipes: what it wrote last is read by then
  const closed = once(child, "close").then(([code, signal]: ReadonlyArray<unknown>) => String(code ?? signal))
  const kill = () => {
    child.kill("SIGKILL")
    return closed
  }
  return { child, lines, unread, closed, kill }
}

/** Runs a script of this folder in a process that is killed when the scope closes. */
export const run = (script: string, ...args: ReadonlyArray<string>) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => start(script, args)),
      ({ kill }) => Effect.promise(kill)
    ),
    ({ child, closed, kill, lines, unread }) => ({
      pid: child.pid,
      lines,
      /** The next line that it writes, or what it ended with. */
      line: Effect.promise(async () => {
        while (unread.length === 0) {
          const end = await Promise.race([closed, once(lines, "line").then(() => undefined)])
          if (end !== undefined && unread.length === 0) return `ended with ${end}`
        }
        return unread.shift() ?? ""
      }),
      tell: Effect.sync(() => child.stdin.write("go\n")),
      ask: (line: string) => Effect.sync(() => child.stdin.write(`${line}\n`)),
      signal: (signal: NodeJS.Signals) => Effect.sync(() => child.kill(signal)),
      kill: Effect.promise(kill)
    })
  )
