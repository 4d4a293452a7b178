import { spawn } from "node:child_process"
import type { ChildProcess, SpawnOptions } from "node:child_process"
import { fileURLToPath } from "node:url"

const main = fileURLToPath(new URL("../../src/main.ts", import.meta.url))

/** Starts the command of the emulator from its source. */
export const start = (args: ReadonlyArray<string>, options: SpawnOptions = {}) =>
  spawn(process.execPath, [main, ...args], { ...options, stdio: ["ignore", "pipe", "pipe"] })

export const textOf = async (stream: NodeJS.ReadableStream | null) => {
  let text = ""
  for await (const chunk of stream?.setEncoding("utf8") ?? []) text += String(chunk)
  return text
}

export const exitOf = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)))

/** Runs the command to its end. */
export const run = async (args: ReadonlyArray<string>, options: SpawnOptions = {}) => {
  const child = start(args, options)
  const [code, out, err] = await Promise.all([exitOf(child), textOf(child.stdout), textOf(child.stderr)])
  return { code, out, err }
}

/** What a process prints until a pattern is found. */
export const until = async (stream: NodeJS.ReadableStream | null, found: RegExp) => {
  let text = ""
  for await (const chunk of stream?.setEncoding("utf8") ?? []) {
    text += String(chunk)
    if (found.test(text)) return text
  }
  throw new Error(`the process ended after: ${text}`)
}
