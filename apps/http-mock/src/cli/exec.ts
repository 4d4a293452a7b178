import * as Cli from "@remote-assist/cli"
import * as Signals from "@remote-assist/cli/Signals"
import { signals } from "@remote-assist/cli/Signals"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as PlatformError from "effect/PlatformError"
import * as ChildProcess from "effect/process/ChildProcess"
import type * as ChildProcessSpawner from "effect/process/ChildProcessSpawner"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { Emulator } from "../library/Emulator.ts"
import type { ExecGiven } from "./Flags.ts"
import { optionsOf, writeCertificate } from "./options.ts"
import { toEnvironment, logLayer } from "./start.ts"

// it throws where nobody of the group is left
const send = (group: number, signal: NodeJS.Signals) => Result.try(() => process.kill(-group, signal))

/** Passes on what this process is told by signals, until the scope closes; made before the process that is to be told. */
const passedSignals = Effect.acquireRelease(
  Effect.sync(() => {
    let group: number | undefined
    const early: Array<(group: number) => void> = []
    const tell = (deliver: (group: number) => void) => {
      if (group === undefined) early.push(deliver)
      else deliver(group)
    }
    const told = new Set<NodeJS.Signals>()
    const pass = (signal: NodeJS.Signals) => {
      // what this process tells itself after these is not for others
      const isOwn = signal === "SIGTERM" && (told.has("SIGHUP") || told.has("SIGQUIT"))
      told.add(signal)
      if (!isOwn) tell((group) => send(group, signal))
    }
    // the group has no terminal, and would not stop on SIGTSTP
    const stop = () =>
      tell((group) => {
        send(group, "SIGSTOP")
        process.kill(process.pid, "SIGSTOP")
      })
    const goOn = () => tell((group) => send(group, "SIGCONT"))
    for (const signal of signals) process.on(signal, pass)
    process.on("SIGTSTP", stop).on("SIGCONT", goOn)
    /** Names the group of processes that is told from now on, and what came before. */
    const to = (named: number) => {
      group = named
      for (const deliver of early.splice(0)) deliver(named)
    }
    const end = () => {
      for (const signal of signals) process.off(signal, pass)
      process.off("SIGTSTP", stop).off("SIGCONT", goOn)
    }
    return { to, end }
  }),
  ({ end }) => Effect.sync(end)
)

export class CannotRun extends Schema.TaggedError<CannotRun>()("CannotRun", {
  command: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `Cannot run ${this.command === "" ? "an empty name" : this.command} (${this.reason}). Give a program after --, as in exec -- npm test.`
  }
}

// what has not ended this long after it was told to is killed
const patience = "5 seconds"

const codeOf = ({ reason }: PlatformError.PlatformError) => {
  const [, name = ""] = /'(SIG[A-Z0-9]+)'/.exec(String(reason.cause)) ?? []
  return Signals.exitCodeOf(name)
}

/** Waits for a command that was told to end, and has this process end with its code; kills one that does not end. */
const end = (child: ChildProcessSpawner.ChildProcessHandle, code: Effect.Effect<number>) =>
  code.pipe(
    Effect.timeoutOption(patience),
    Effect.interruptible,
    // of its own, as the fiber that runs the command is interrupted already
    Effect.forkDetach,
    Effect.flatMap(Fiber.join),
    Effect.flatMap(
      Option.match({
        onNone: () => Effect.ignore(child.kill({ killSignal: "SIGKILL" })),
        onSome: (code) => Effect.sync(() => Signals.endWith(code))
      })
    )
  )

/** Runs a command with the emulator beside it, and ends as it ends. Neither outlives the other. */
const run = Effect.fnUntraced(function* (
  [program = "", ...args]: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>>
) {
  if (program === "") return yield* new CannotRun({ command: program, reason: "NotFound" })
  const told = yield* passedSignals
  const child = yield* ChildProcess.make(program, args, {
    stdin: "inherit",
    stdout: "inherit",
    stderr: "inherit",
    env: environment,
    extendEnv: true,
    forceKillAfter: patience
  }).pipe(Effect.mapError(({ reason }) => new CannotRun({ command: program, reason: reason._tag })))
  told.to(child.pid)
  const ended = Effect.catch(child.exitCode, (error) => Effect.succeed(codeOf(error)))
  const code = yield* Effect.onInterrupt(ended, () => end(child, ended))
  return code === 0 ? undefined : yield* new Cli.Exit({ code })
}, Effect.scoped)

// as of a shell, for what is not there and for what it may not run
const notRun = (error: CannotRun) =>
  Effect.andThen(
    Console.error(error.message),
    Effect.fail(new Cli.Exit({ code: error.reason === "NotFound" ? 127 : 126 }))
  )

const extraVariable = "NODE_EXTRA_CA_CERTS"

/** What has programs on node trust the certificate beside what they trust already; other programs have settings of their own. */
const trusting = Effect.fnUntraced(function* (certificate: string | undefined) {
  if (certificate === undefined) return {}
  const files = yield* FileSystem.FileSystem
  const trusted = process.env[extraVariable] ?? ""
  const before = trusted === "" ? "" : yield* Effect.orElseSucceed(files.readFileString(trusted), () => "")
  const file = `${yield* files.makeTempDirectoryScoped({ prefix: "remote-assist-mock-" })}/certificates.pem`
  yield* files.writeFileString(file, `${before}\n${certificate}`)
  return { [extraVariable]: file }
}, Effect.orDie)

export const exec = Effect.fnUntraced(function* ({ command, log, ...given }: ExecGiven) {
  const options = yield* optionsOf(given)
  const running = Effect.gen(function* () {
    const emulator = yield* Emulator
    yield* writeCertificate(given.tlsCertOut, emulator.certificate)
    const trusted = yield* trusting(emulator.certificate)
    return yield* run(command, { ...toEnvironment(emulator, given.apiKeyHeader), ...trusted })
  })
  return yield* Effect.scoped(running).pipe(
    Effect.catchIf((error) => error instanceof CannotRun, notRun),
    Effect.provide(Layer.provideMerge(Emulator.layerServer(options), logLayer(log)))
  )
})
