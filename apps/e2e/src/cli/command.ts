import { describing } from "@remote-assist/cli"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"

import { programName } from "../runner/failureText.ts"
import { usageError } from "../targets/Target.ts"
import { withExitCodes } from "./exitCodes.ts"
import * as Flags from "./flags.ts"

type Load<Options, A, E, R> = () => Promise<{ readonly run: (options: Options) => Effect.Effect<A, E, R> }>

/** Loads the code of a command when it runs, and ends with the exit code of its error. */
const lazily =
  <Options, A, E, R>(load: Load<Options, A, E, R>) =>
  (options: Options) =>
    withExitCodes(Effect.flatMap(Effect.promise(load), ({ run }) => run(options)))

const make = <const Name extends string, const Config extends Command.Command.Config, A, E, R>(
  name: Name,
  flags: Config,
  load: Load<Command.Command.Config.Infer<Config>, A, E, R>
) => Command.make(name, flags, lazily(load))

const described = describing("remote-assist-e2e")

const compare = make("compare", Flags.compare, () => import("./compare.ts")).pipe(
  described(
    "Runs the same scenarios on two services and reports where their answers differ.",
    ["compare in-process live", "See how the live region differs"],
    ["compare in-process in-process --gap-b page.no-entries=0", "See what a choice at a gap changes"]
  )
)

const exportK6 = make("k6", Flags.k6, () => import("./exportK6.ts")).pipe(
  described(
    "Writes a k6 script that sends the requests of a scenario, recorded on an emulator in this process. Ids and tokens come from the answers, secrets from the environment.",
    ["export k6 users/provisioning -o provisioning.js", "Load with many users"]
  )
)

const exportScenarios = Command.make("export", {}, () =>
  withExitCodes(usageError(`export needs a format: k6. See ${programName} export --help.`))
).pipe(described("Converts scenarios for other programs."), Command.withSubcommands([exportK6]))

const fuzz = make("fuzz", Flags.fuzz, () => import("./fuzz.ts")).pipe(
  described(
    "Searches for sequences of commands that a target answers differently from the emulator of this version.",
    ["fuzz --runs 1000 --target http://127.0.0.1:4010", "Compare a running emulator"],
    ["fuzz --concurrent", "Also send several commands at once"]
  )
)

const gc = make("gc", Flags.gc, () => import("./gc.ts")).pipe(
  described(
    "Lists and removes users and tenants that killed runs left at an emulator or a live region.",
    ["gc --target live", "List the leftovers of each run"],
    ["gc --target live --run k3f9x2", "Remove the leftovers of one run"]
  )
)

const newScenario = make("new", Flags.newScenario, () => import("./newScenario.ts")).pipe(
  described("Writes a scenario to start from. It passes unchanged.")
)

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
  described(
    "Runs scenarios of the remote-assistance service against the emulator or a live region.",
    ["", "Run all against emulators in this process"],
    ["users --target socket", "Run the users scenarios over a socket"]
  ),
  Command.withSubcommands([compare, exportScenarios, fuzz, gc, newScenario])
)
