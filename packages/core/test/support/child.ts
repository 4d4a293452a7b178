import { spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"

import * as Effect from "effect/Effect"

/** Runs a script of this folder in a process that is killed when the scope closes. */
export const run = (script: string, ...args: ReadonlyArray<string>) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() =>
        spawn(process.execPath, [fileURLToPath(new URL(script, import.meta.url)), ...args], {
          stdio: ["pipe", "pipe", "inherit"]
        })
      ),
      (child) => Effect.sync(() => child.kill("SIGKILL"))
    ),
    (child) => {
      const lines = createInterface({ input: child.stdout })
      const next = lines[Symbol.asyncIterator]()
      const ended = new Promise((resolve) => child.once("exit", (code, signal) => resolve(code ?? signal)))
      return {
        pid: child.pid,
        lines,
        /** The next line that it writes, or what it ended with. */
        line: Effect.promise(async () => {
          const { done, value } = await next.next()
          return done === true ? `ended with ${String(await ended)}` : value
        }),
        tell: Effect.sync(() => child.stdin.write("go\n")),
        signal: (signal: NodeJS.Signals) => Effect.sync(() => child.kill(signal)),
        kill: Effect.promise(() => {
          child.kill("SIGKILL")
          return ended
        })
      }
    }
  )
