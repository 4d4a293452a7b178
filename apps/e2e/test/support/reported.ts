import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"

const main = fileURLToPath(new URL("../../main.ts", import.meta.url))

/** Starts the program in a folder. */
export const started = (args: ReadonlyArray<string>, cwd: string, env: NodeJS.ProcessEnv = {}) => {
  const child = spawn(process.execPath, [main, ...args], {
    cwd,
    env: { ...process.env, GITHUB_ACTIONS: "false", ...env },
    stdio: ["ignore", "pipe", "pipe"]
  })
  const written = { out: "", err: "" }
  child.stdout.setEncoding("utf8").on("data", (text: string) => (written.out += text))
  child.stderr.setEncoding("utf8").on("data", (text: string) => (written.err += text))
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve))
  return { child, written, ended }
}

/** Runs the program in a folder to its end. */
export const ran = async (args: ReadonlyArray<string>, cwd: string, env: NodeJS.ProcessEnv = {}) => {
  const { ended, written } = started(args, cwd, env)
  const code = await ended
  return { ...written, code }
}

/** What every scenario file of a test begins with. */
export const imports = `
import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { Session } from "@remote-assist/core/Session"
import { administratorLogsIn, sendRaw, Expect, provisionedUser, scenario, step, Target } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"
`
