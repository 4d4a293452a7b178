import { spawn } from "node:child_process"
import type { ChildProcess, SpawnOptions } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"

import * as Testing from "@remote-assist/cli/testing"
import { onTestFinished } from "vitest"

import { program } from "../../../../tooling/programs.ts"
import { remoteAssistMock } from "../../src/cli/remoteAssistMock.ts"
import { temporaryFolder } from "./temporaryFolder.ts"

const main = program("apps/http-mock/src/main.ts")

interface Options {
  /** The whole environment of the command (that of the tests). */
  readonly env?: NodeJS.ProcessEnv
  /** The content of standard input. */
  readonly stdin?: string
}

/** Runs the command in this process until it ends. */
export const run = async (args: ReadonlyArray<string>, { env = process.env, ...rest }: Options = {}) => {
  const { code, stderr, stdout } = await Testing.run(() => remoteAssistMock(args), { env, ...rest })
  return { code, out: stdout, err: stderr }
}

/** Runs a shell script by `exec` in this process, and returns its output. */
export const runScript = async (text: string, flags: ReadonlyArray<string> = [], env = process.env) => {
  const file = join(temporaryFolder(), "printed")
  const { code, err } = await run(["exec", ...flags, "--", "sh", "-c", `exec > '${file}'\n${text}`], { env })
  return { code, err, out: readFileSync(file, "utf8") }
}

/** Starts the command in this process; the test ends it. */
export const serve = (args: ReadonlyArray<string>, env = process.env) => {
  const { ended, interrupt, stderr, stdin, stdout } = Testing.start(() => remoteAssistMock(args), env)
  const printed = { out: "", err: "" }
  const { promise: failed, reject } = Promise.withResolvers<never>()
  failed.catch(() => {})
  void ended.then(({ code }) => reject(new Error(`The command ended with ${code}: ${printed.out}${printed.err}`)))
  stdout.on("data", (data) => (printed.out += String(data)))
  stderr.on("data", (data) => (printed.err += String(data)))
  /** Ends the command like Ctrl-C. */
  const end = () => {
    interrupt()
    return ended
  }
  onTestFinished(() => void end())
  /** Waits for a pattern in the output or the log. */
  const prints = (pattern: RegExp, from: "out" | "err" = "out") => {
    const { promise, resolve } = Promise.withResolvers<RegExpExecArray>()
    const look = () => {
      const found = pattern.exec(printed[from])
      if (found !== null) resolve(found)
    }
    look()
    ;(from === "out" ? stdout : stderr).on("data", look)
    return Promise.race([promise, failed])
  }
  return {
    stdin,
    printed,
    ended,
    end,
    prints,
    /** Waits until the emulator listens, and returns the address of the US region. */
    us: async () => String((await prints(/US +(http\S+)\n/))[1])
  }
}

export const textOf = async (stream: NodeJS.ReadableStream | null) => {
  let text = ""
  for await (const chunk of stream?.setEncoding("utf8") ?? []) text += String(chunk)
  return text
}

export const exitOf = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)))

// long enough for `exec` to end its command
const killAfterMillis = 8000

/** Ends a process when its test ends. */
export const endWithTest = <Child extends ChildProcess>(child: Child): Child => {
  onTestFinished(async () => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    const exit = exitOf(child)
    const killing = setTimeout(() => child.kill("SIGKILL"), killAfterMillis)
    child.kill("SIGTERM")
    await exit
    clearTimeout(killing)
  })
  return child
}

/** Starts the command in another process, for signals and broken pipes; the test ends it. */
export const start = (args: ReadonlyArray<string>, options: SpawnOptions = {}) =>
  endWithTest(spawn(process.execPath, [main, ...args], { ...options, stdio: ["ignore", "pipe", "pipe"] }))

/** The output of a process up to a pattern. */
export const until = async (stream: NodeJS.ReadableStream | null, found: RegExp) => {
  let text = ""
  for await (const chunk of stream?.setEncoding("utf8") ?? []) {
    text += String(chunk)
    if (found.test(text)) return text
  }
  throw new Error(`the process ended after: ${text}`)
}
