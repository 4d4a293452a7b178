import * as Cli from "@remote-assist/cli"
import * as Signals from "@remote-assist/cli/Signals"
import * as Console from "effect/Console"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FiberSet from "effect/FiberSet"
import * as Option from "effect/Option"
import type * as PlatformError from "effect/PlatformError"
import * as ChildProcess from "effect/process/ChildProcess"
import type * as ChildProcessSpawner from "effect/process/ChildProcessSpawner"
import * as Result from "effect/Result"

import { Emulator } from "../library/Emulator.ts"
import type { ExecArgs } from "./Flags.ts"
import { certificateVariables, optionsOf, proxyVariables, toEnvironment, logLayer, useFiles } from "./start.ts"

// it throws if the group has no process left
const send = (group: number, signal: NodeJS.Signals) => Result.try(() => process.kill(-group, signal))

/** Forwards signals to a process group until the scope closes. Earlier signals are sent when the group is set. */
const forwardSignals = Effect.fnUntraced(function* (group: Deferred.Deferred<number>) {
  const run = yield* FiberSet.makeRuntime()
  const forward = (deliver: (group: number) => void) => run(Effect.map(Deferred.await(group), deliver))
  const received = new Set<NodeJS.Signals>()
  const onSignal = (signal: NodeJS.Signals) => {
    // this process sends itself SIGTERM after these
    const isOwn = signal === "SIGTERM" && (received.has("SIGHUP") || received.has("SIGQUIT"))
    received.add(signal)
    if (!isOwn) forward((group) => send(group, signal))
  }
  // without a terminal, the group ignores SIGTSTP
  const stop = () =>
    forward((group) => {
      send(group, "SIGSTOP")
      process.kill(process.pid, "SIGSTOP")
    })
  const resume = () => forward((group) => send(group, "SIGCONT"))
  for (const signal of Signals.signals) process.on(signal, onSignal)
  process.on("SIGTSTP", stop).on("SIGCONT", resume)
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      for (const signal of Signals.signals) process.off(signal, onSignal)
      process.off("SIGTSTP", stop).off("SIGCONT", resume)
    })
  )
})

// the exit codes of shells: not found, or not executable
const cannotRun = (command: string, isMissing: boolean) =>
  Effect.andThen(
    Console.error(
      `Cannot run ${command === "" ? "an empty name" : command}: ${isMissing ? "there is no such program" : "it is not executable"}. Set a program after --, as in exec -- npm test.`
    ),
    Effect.fail(new Cli.Exit({ code: isMissing ? 127 : 126 }))
  )

// the command is killed if it does not exit within this time after a signal
const exitTimeout = "5 seconds"

const codeOf = ({ reason }: PlatformError.PlatformError) => {
  const [, name = ""] = /'(SIG[A-Z0-9]+)'/.exec(String(reason.cause)) ?? []
  return Signals.signalExitCode(name)
}

/** Waits for a command to exit after a signal, and exits with its code; kills it after the timeout. */
const end = (child: ChildProcessSpawner.ChildProcessHandle, code: Effect.Effect<number>) =>
  code.pipe(
    Effect.timeoutOption(exitTimeout),
    Effect.interruptible,
    // a new fiber, as the current one is interrupted
    Effect.forkDetach,
    Effect.flatMap(Fiber.join),
    Effect.flatMap(
      Option.match({
        onNone: () => Effect.ignore(child.kill({ killSignal: "SIGKILL" })),
        onSome: (code) => Effect.sync(() => Signals.endWith(code))
      })
    )
  )

/** Runs a command, and exits with its exit code. */
const run = Effect.fnUntraced(function* (
  [program = "", ...args]: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>>
) {
  if (program === "") return yield* cannotRun(program, true)
  const group = yield* Deferred.make<number>()
  yield* forwardSignals(group)
  const child = yield* ChildProcess.make(program, args, {
    stdin: "inherit",
    stdout: "inherit",
    stderr: "inherit",
    env: environment,
    extendEnv: true,
    forceKillAfter: exitTimeout
  }).pipe(Effect.catch(({ reason }) => cannotRun(program, reason._tag === "NotFound")))
  yield* Deferred.succeed(group, child.pid)
  const ended = Effect.catch(child.exitCode, (error) => Effect.succeed(codeOf(error)))
  const code = yield* Effect.onInterrupt(ended, () => end(child, ended))
  return code === 0 ? undefined : yield* new Cli.Exit({ code })
}, Effect.scoped)

export const exec = Effect.fnUntraced(
  function* ({ command, log: _log, ...given }: ExecArgs) {
    const options = yield* optionsOf(given)
    const running = Effect.gen(function* () {
      const emulator = yield* Emulator
      yield* useFiles(given)
      const trusted = yield* certificateVariables(emulator.certificate)
      return yield* run(command, {
        ...toEnvironment(emulator, given.apiKeyHeader),
        ...proxyVariables(emulator.baseUrl.us, true),
        ...trusted
      })
    })
    return yield* Effect.provide(Effect.scoped(running), Emulator.layerServer(options))
  },
  (running, { log }) => Effect.provide(running, logLayer(log))
)
