import { mkdirSync, writeFileSync } from "node:fs"
import { isAbsolute, join } from "node:path"

import { Exit } from "@remote-assist/cli"
import * as Settings from "@remote-assist/cli/Settings"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"

import { print } from "../code/print.ts"
import { fuzz as look } from "../fuzz/fuzz.ts"
import type { Done } from "../fuzz/Pair.ts"
import { reportOf } from "../fuzz/report.ts"
import { scriptOf } from "../fuzz/scriptOf.ts"
import { choose } from "../targets/choose.ts"
import { inProcess } from "../targets/inProcess.ts"
import { Misuse } from "./choosing.ts"
import { withEndings } from "./endings.ts"
import { exitCodes } from "./exitCodes.ts"
import * as Flags from "./flags.ts"
import { prefixOf, runId } from "./runId.ts"

/** When the clocks of target and model stand still, so that times are equal. */
const stopAt = "2026-01-15T12:00:00Z"

const atLeastOne = (flag: string, value: number) =>
  value >= 1 ? Effect.void : new Misuse({ message: `--${flag} ${value} is too few: give 1 or more.` })

interface Asked {
  readonly runs: number
  readonly seed: number
  readonly commands: number
  readonly concurrent: boolean
  readonly target: string
  readonly out: string
}

const again = ({ commands, concurrent, runs, seed, target }: Asked) =>
  `remote-assist-e2e fuzz --runs ${runs} --seed ${seed} --commands ${commands} --target ${target}${concurrent ? " --concurrent" : ""}`

const fileOf = (done: ReadonlyArray<Done>, seed: number) => {
  const last = done.at(-1)?.command
  const what = last?._tag === "Call" ? last.operation : (last?._tag ?? "")
  const words = what.replaceAll(/([a-z])([A-Z])|\./g, "$1-$2").toLowerCase()
  return `${words}-${seed}`
}

/** Writes what was found: a scenario that replays it, and a report. */
const write = (done: ReadonlyArray<Done>, asked: Asked) =>
  Effect.try({
    try: () => {
      const path = join(asked.out, fileOf(done, asked.seed))
      const report = `${reportOf(done)}\n\nAgain: ${again(asked)}\nReplay: remote-assist-e2e ${isAbsolute(path) ? path : `./${path}`}.ts --target ${asked.target}\n`
      const about = ["What the target answers differs from the model.", "", `Found by: ${again(asked)}`]
      mkdirSync(asked.out, { recursive: true })
      writeFileSync(`${path}.ts`, print(scriptOf(done, stopAt, about)))
      writeFileSync(`${path}.txt`, report)
      return `${report}Written to ${path}.ts and ${path}.txt.`
    },
    catch: (error) => new Misuse({ message: `What was found cannot be written to ${asked.out}: ${String(error)}` })
  })

/** Looks for differences between a target and the model. */
export const fuzz = Command.make(
  "fuzz",
  {
    runs: Flag.Int("runs").pipe(Flag.withDescription("How many sequences are tried"), Flag.withDefault(1000)),
    commands: Flag.Int("commands").pipe(Flag.withDescription("The most commands in a sequence"), Flag.withDefault(40)),
    concurrent: Flag.Boolean("concurrent").pipe(
      Flag.withDescription("Send up to 4 commands at once, too; their outcomes must be those of some order of them"),
      Flag.withDefault(false)
    ),
    seed: Flags.seed,
    target: Flags.target,
    out: Flag.String("out").pipe(
      Flag.withAlias("o"),
      Flag.withDescription("Folder for the scenario and the report of a difference"),
      Flag.withMetavar("folder"),
      Flag.withDefault("fuzz")
    ),
    ...Settings.flags
  },
  Effect.fnUntraced(function* ({ config, region, ...asked }) {
    yield* atLeastOne("runs", asked.runs)
    yield* atLeastOne("commands", asked.commands)
    if (asked.target === "live")
      return yield* new Misuse({
        message:
          "fuzz changes whatever it finds, and moves the clock: give it an emulator, by --target in-process, socket or its address."
      })
    const prefix = prefixOf(yield* runId)
    const model = inProcess(prefix, { frozenAt: stopAt })
    let shortest: ReadonlyArray<Done> | undefined
    let tried = 0
    const result = yield* Effect.gen(function* () {
      const isOwn = asked.target === "in-process"
      return yield* look({
        ...asked,
        kind: isOwn ? model : yield* choose(asked.target, prefix),
        model,
        stopAt: isOwn ? undefined : stopAt,
        tenant: (run) => `${prefix}-${run}`,
        onRun: (runs) => {
          tried = runs
        },
        onFound: (done) => {
          shortest = done
        }
      })
    }).pipe(
      Effect.scoped,
      Settings.provide({ config, region }),
      Effect.onInterrupt(() =>
        Effect.gen(function* () {
          const found = shortest === undefined ? "no difference so far" : yield* write(shortest, asked)
          yield* Console.log(`Interrupted after ${tried} runs: ${found}`)
        }).pipe(Effect.ignore)
      )
    )
    if (result.found === undefined)
      return yield* Console.log(
        `${result.runs} runs, ${result.commands} commands: no difference. Again: ${again(asked)}`
      )
    yield* Console.log(`After ${result.runs} runs and ${result.commands} commands, in ${result.found.length} steps:`)
    yield* Console.log(yield* write(result.found, asked))
    return yield* new Exit({ code: exitCodes.drift })
  }, withEndings)
).pipe(
  Command.withDescription(
    "Looks for sequences of commands that a target answers otherwise than the emulator of this version."
  ),
  Command.withExamples([
    {
      command: "remote-assist-e2e fuzz --runs 1000 --target http://127.0.0.1:4010",
      description: "Compare an emulator that runs"
    },
    { command: "remote-assist-e2e fuzz --concurrent", description: "Send several commands at once, too" }
  ])
)
