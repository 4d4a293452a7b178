import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"

import { programName } from "../runner/failureText.ts"
import { usageError } from "../targets/Target.ts"
import { withExitCodes } from "./exitCodes.ts"
import * as Flags from "./flags.ts"

/** Loads the code of a command when it runs, and ends with the exit code of its error. */
const lazily =
  <Options, A, E, R>(load: () => Promise<{ readonly run: (options: Options) => Effect.Effect<A, E, R> }>) =>
  (options: Options) =>
    withExitCodes(Effect.flatMap(Effect.promise(load), ({ run }) => run(options)))

const compare = Command.make(
  "compare",
  Flags.compare,
  lazily(() => import("./compare.ts"))
).pipe(
  Command.withDescription("Runs the same scenarios on two services and reports where their answers differ."),
  Command.withExamples([
    { command: "remote-assist-e2e compare in-process live", description: "See how the live region differs" },
    {
      command: "remote-assist-e2e compare in-process in-process --gap-b page.no-entries=0",
      description: "See what a choice at a gap changes"
    }
  ])
)

const exportK6 = Command.make(
  "k6",
  Flags.k6,
  lazily(() => import("./exportK6.ts"))
).pipe(
  Command.withDescription(
    "Writes a k6 script that sends the requests of a scenario, recorded on an emulator in this process. Ids and tokens come from the answers, secrets from the environment."
  ),
  Command.withExamples([
    {
      command: "remote-assist-e2e export k6 users/provisioning -o provisioning.js",
      description: "Load with many users"
    }
  ])
)

const exportScenarios = Command.make("export", {}, () =>
  withExitCodes(usageError(`export needs a format: k6. See ${programName} export --help.`))
).pipe(Command.withDescription("Converts scenarios for other programs."), Command.withSubcommands([exportK6]))

const fuzz = Command.make(
  "fuzz",
  Flags.fuzz,
  lazily(() => import("./fuzz.ts"))
).pipe(
  Command.withDescription(
    "Searches for sequences of commands that a target answers differently from the emulator of this version."
  ),
  Command.withExamples([
    {
      command: "remote-assist-e2e fuzz --runs 1000 --target http://127.0.0.1:4010",
      description: "Compare a running emulator"
    },
    { command: "remote-assist-e2e fuzz --concurrent", description: "Also send several commands at once" }
  ])
)

const gc = Command.make(
  "gc",
  Flags.gc,
  lazily(() => import("./gc.ts"))
).pipe(
  Command.withDescription("Lists and removes users and tenants that killed runs left at an emulator or a live region."),
  Command.withExamples([
    { command: "remote-assist-e2e gc --target live", description: "List the leftovers of each run" },
    { command: "remote-assist-e2e gc --target live --run k3f9x2", description: "Remove the leftovers of one run" }
  ])
)

const newScenario = Command.make(
  "new",
  Flags.newScenario,
  lazily(() => import("./newScenario.ts"))
).pipe(Command.withDescription("Writes a scenario to start from. It passes unchanged."))

const runScenarios = lazily(() => import("./run.ts"))

const listScenarios = lazily(() => import("./list.ts"))

/** The root command: runs or lists scenarios. */
export const command = Command.make(
  "remote-assist-e2e",
  Flags.run,
  Effect.fnUntraced(function* (options) {
    yield* options.list ? listScenarios(options) : runScenarios(options)
  })
).pipe(
  Command.withDescription("Runs scenarios of the remote-assistance service against the emulator or a live region."),
  Command.withExamples([
    { command: "remote-assist-e2e", description: "Run all against emulators in this process" },
    { command: "remote-assist-e2e users --target socket", description: "Run the users scenarios over a socket" }
  ]),
  Command.withSubcommands([compare, exportScenarios, fuzz, gc, newScenario])
)
