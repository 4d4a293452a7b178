import { AsyncLocalStorage } from "node:async_hooks"
import { Console as NodeConsole } from "node:console"
import { PassThrough } from "node:stream"

import type * as NodeServices from "@effect/platform-node/NodeServices"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"

import { logFailure } from "../src/Process.ts"
import * as Services from "../src/Services.ts"

/** The parts of a process that a command in a test uses. */
interface Host {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdin: PassThrough
  readonly stdout: PassThrough
  readonly stderr: PassThrough
}

const hosts = new AsyncLocalStorage<Host>()

/** Replaces environment and streams of `process` for each run, so that runs can overlap. */
const divert = (name: keyof Host) => {
  const own = Object.getOwnPropertyDescriptor(process, name)
  const read = own?.get?.bind(process) ?? (() => own?.value)
  Object.defineProperty(process, name, { configurable: true, get: () => hosts.getStore()?.[name] ?? read() })
}

let isDiverted = false

const divertAll = () => {
  if (!isDiverted) for (const name of ["env", "stdin", "stdout", "stderr"] as const) divert(name)
  isDiverted = true
}

const textOf = (stream: PassThrough) => {
  let text = ""
  stream.on("data", (chunk) => {
    text += String(chunk)
  })
  return () => text
}

export interface Options {
  /** The whole environment of the command. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
  /** Standard input, which ends after this text. */
  readonly stdin?: string | undefined
}

export interface Result {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

type Program<E> = () => Effect.Effect<void, E, NodeServices.NodeServices>

/** A program that runs inside the process of a test, and its streams. */
export interface Running {
  readonly stdin: PassThrough
  readonly stdout: PassThrough
  readonly stderr: PassThrough
  /** Ends it as Ctrl-C does. */
  readonly interrupt: () => void
  readonly ended: Promise<Result>
}

/**
 * Starts a program of `Cli.program` inside the process of a test, with an environment, standard input, output and exit code of
 * its own. No stream is a terminal. Signals, broken pipes and relative paths need a real process.
 */
export const start = <E>(program: Program<E>, env: Options["env"] = {}): Running => {
  divertAll()
  const host: Host = { env, stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() }
  const [stdout, stderr] = [textOf(host.stdout), textOf(host.stderr)]
  const console = new NodeConsole({ stdout: host.stdout, stderr: host.stderr })
  const fiber = hosts.run(host, () =>
    Effect.runFork(
      Effect.suspend(program).pipe(
        logFailure,
        Effect.provide(Services.layer),
        Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnvRecord({ ...env })),
        Effect.provideService(Console.Console, console)
      )
    )
  )
  const code = Effect.callback<number>((resume) => {
    fiber.addObserver((exit) => Runtime.defaultTeardown(exit, (code) => resume(Effect.succeed(code))))
  })
  return {
    ...host,
    interrupt: () => fiber.interruptUnsafe(fiber.id),
    ended: Effect.runPromise(Effect.map(code, (code) => ({ code, stdout: stdout(), stderr: stderr() })))
  }
}

/** Runs a program as {@link start} does, to its end. */
export const run = <E>(program: Program<E>, { env, stdin = "" }: Options = {}): Promise<Result> => {
  const running = start(program, env)
  running.stdin.end(stdin)
  return running.ended
}
