import { spawn } from "node:child_process"
import type { ChildProcess, SpawnOptions } from "node:child_process"

import * as Testing from "@remote-assist/cli/testing"
import { onTestFinished } from "vitest"

import { program } from "../../../../tooling/programs.ts"
import { remoteAssistMock } from "../../src/cli/remoteAssistMock.ts"

const main = program("apps/http-mock/src/main.ts")

export const textOf = async (stream: NodeJS.ReadableStream | null) => {
  let text = ""
  for await (const chunk of stream?.setEncoding("utf8") ?? []) text += String(chunk)
  return text
}

export const exitOf = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)))

// long enough for `exec` to end what it started
const patience = 8000

/** Ends a process with its test, whatever becomes of the test. */
export const endedWithTest = <Child extends ChildProcess>(child: Child): Child => {
  onTestFinished(async () => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    const exit = exitOf(child)
    const killing = setTimeout(() => child.kill("SIGKILL"), patience)
    child.kill("SIGTERM")
    await exit
    clearTimeout(killing)
  })
  return child
}

/** Starts the command of the emulator from its source, for as long as the test runs. */
export const start = (args: ReadonlyArray<string>, options: SpawnOptions = {}) =>
  endedWithTest(spawn(process.execPath, [main, ...args], { ...options, stdio: ["ignore", "pipe", "pipe"] }))

/** Runs the command to its end, in this process. */
export const run = async (args: ReadonlyArray<string>, { env }: { readonly env?: NodeJS.ProcessEnv } = {}) => {
  const { code, stderr, stdout } = await Testing.run(() => remoteAssistMock(args), { env: env ?? process.env })
  return { code, out: stdout, err: stderr }
}

/** Runs the command to its end in a process of its own: for other programs, signals and relative paths. */
export const runProcess = async (args: ReadonlyArray<string>, options: SpawnOptions = {}) => {
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
