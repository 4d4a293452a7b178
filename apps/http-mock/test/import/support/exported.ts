import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"

import { exitOf, textOf } from "../../support/command.ts"

const terminal = fileURLToPath(new URL("../../../../tui/src/main.ts", import.meta.url))

/** What the terminal UI prints of a list of a fresh emulator of 60 users. */
export const spawned = async (list: "pods" | "users", format: string): Promise<string> => {
  const args = [terminal, list, "list", `--${format}`, "--demo", "--seed", "users=60"]
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] })
  const [code, text] = await Promise.all([exitOf(child), textOf(child.stdout)])
  if (code !== 0) throw new Error(`remote-assist ended with ${code}`)
  return text
}
