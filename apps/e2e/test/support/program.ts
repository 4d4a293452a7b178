import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

import { onTestFinished } from "vitest"

/** The program. */
export const main = fileURLToPath(new URL("../../main.ts", import.meta.url))

/** A folder that is gone when the test has finished. */
export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "remote-assist-e2e-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Runs the program in a folder, and yields what it wrote and ended with; `until` sends it a signal once it has written a text. */
export const program = async (
  args: ReadonlyArray<string>,
  folder = temporaryFolder(),
  until?: { readonly text: string; readonly signal: NodeJS.Signals }
) => {
  const child = spawn(process.execPath, [main, ...args], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] })
  const written = { stdout: "", stderr: "" }
  let isSent = false
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (chunk: string) => {
      written[name] += chunk
      if (until === undefined || isSent || !`${written.stdout}${written.stderr}`.includes(until.text)) return
      isSent = true
      child.kill(until.signal)
    })
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve))
  return { ...written, code, folder }
}
