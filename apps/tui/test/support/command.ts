import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"

import * as Testing from "@remote-assist/cli/testing"
import { onTestFinished, vi } from "vitest"

import { program as file } from "../../../../tooling/programs.ts"
import { remoteAssist as command } from "../../src/command.ts"

// each starts processes, which a busy machine takes its time for
vi.setConfig({ testTimeout: 40_000 })

const root = fileURLToPath(new URL("../../../../", import.meta.url))

const node = [file("apps/tui/src/main.ts")]

/** The program, as a word of a shell's line. */
export const program = [process.execPath, ...node].map((word) => `'${word}'`).join(" ")

interface Options {
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
}

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** A home directory without profiles or sessions. */
export const homeless = { XDG_CONFIG_HOME: `${root}.none`, XDG_STATE_HOME: `${root}.none` }

/** Starts a process at the root of the repository; it ends with the test. */
export const start = (file: string, args: ReadonlyArray<string>, { env = {}, input }: Options = {}) => {
  const settings = Object.entries(process.env).filter(([name]) => !name.startsWith("REMOTE_ASSIST_"))
  const child = spawn(file, args, { cwd: root, env: { ...Object.fromEntries(settings), ...homeless, ...env } })
  const written = { stdout: "", stderr: "" }
  child.stderr.on("data", (data: Buffer) => {
    written.stderr += data.toString()
  })
  child.stdin.on("error", () => undefined)
  if (input !== undefined) child.stdin.write(input)
  child.stdin.end()
  onTestFinished(() => void child.kill("SIGKILL"))
  const ended = () =>
    new Promise<Ended>((done) => {
      child.stdout.on("data", (data: Buffer) => {
        written.stdout += data.toString()
      })
      child.on("close", (code, signal) => done({ code, signal, ...written }))
    })
  return { child, ended }
}

/** Starts the program. */
export const startProgram = (args: ReadonlyArray<string>, options: Options = {}) =>
  start(process.execPath, [...node, ...args], options)

/** Starts the program in this process. */
export const startHere = (args: ReadonlyArray<string>, env: Options["env"] = {}) =>
  Testing.start(() => command(args), { ...homeless, ...env })

/** Runs the program to its end, in this process. */
export const remoteAssist = (args: ReadonlyArray<string>, { env, input }: Options = {}): Promise<Ended> => {
  const { ended, stdin } = startHere(args, env)
  stdin.end(input)
  return ended.then((result) => ({ signal: null, ...result }))
}

/** Runs a line of a shell in which `$RA` is the program. */
export const shell = (line: string, options: Options = {}): Promise<Ended> =>
  start("bash", ["-c", line.replaceAll("$RA", program)], options).ended()
