import { Exit } from "@remote-assist/cli"
import * as Settings from "@remote-assist/cli/Settings"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

import type { Leftover } from "../recorder/Recorder.ts"
import { prefixOf, runId } from "../targets/Target.ts"
import { chosen } from "./choosing.ts"
import { withEndings } from "./endings.ts"
import { exitCodes } from "./exitCodes.ts"
import { toFileIfAny } from "./files.ts"
import * as Flags from "./flags.ts"
import { timeout, whole } from "./flags.ts"

const target = (name: string, description: string) =>
  Argument.String(name).pipe(Argument.withDescription(`${description}: in-process, socket, live, or an address`))

const gaps = (name: string, side: string) =>
  Flag.String(name).pipe(
    Flag.withDescription(`Choose at a gap of ${side}, if it is an emulator; repeatable`),
    Flag.withMetavar("id=choice"),
    Flag.between(0, 200)
  )

const flags = {
  a: target("A", "The first service"),
  b: target("B", "The service to compare it with"),
  ...Flags.selection,
  ...Settings.flags,
  gapA: gaps("gap-a", "A"),
  gapB: gaps("gap-b", "B"),
  seed: Flags.seed,
  jobs: Flags.jobs,
  timeout: timeout("a scenario"),
  again: whole("again", 0, 1000).pipe(
    Flag.withDescription(
      "How often to run scenarios that differ again; what differs only sometimes is not counted [2]"
    ),
    Flag.withDefault(2)
  ),
  data: Flag.Literals("data", ["same", "different"]).pipe(
    Flag.withDescription(
      "Whether both hold the same users, calls and groups; if different, compare only values that a scenario or the interface sets [same; different for live]"
    ),
    Flag.optional
  ),
  json: Flag.String("json").pipe(
    Flag.withDescription("Write the report to this file as JSON"),
    Flag.withMetavar("file"),
    Flag.optional
  ),
  allowDestructive: Flag.Boolean("allow-destructive").pipe(
    Flag.withDescription("Run scenarios against a live region that change what they did not create"),
    Flag.withDefault(false)
  )
}

type Options = Command.Command.Config.Infer<typeof flags>

const leftoverText = ({ id, kind, reason }: Leftover) => `Left behind: ${kind} ${id} (${reason})`

const compare = Effect.fnUntraced(
  function* ({ a, b, config, region, ...options }: Options) {
    const { kindOf, opaque, participant } = yield* Effect.promise(() => import("./participant.ts"))
    const { compareTargets } = yield* Effect.promise(() => import("../compare/compareTargets.ts"))
    const { driftReport, text } = yield* Effect.promise(() => import("../compare/report.ts"))
    const scenarios = yield* chosen(options)
    const first = yield* participant(a, "--gap-a", options.gapA)
    const second = yield* participant(b, "--gap-b", options.gapB)
    const isLive = a === "live" || b === "live"
    const sameData = Option.getOrElse(options.data, () => (isLive ? "different" : "same")) === "same"
    const write = yield* toFileIfAny(options.json)
    const id = yield* runId
    const { leftovers, report } = yield* Effect.gen(function* () {
      const kindA = yield* kindOf(first, prefixOf(`${id}a0`))
      const kindB = yield* kindOf(second, prefixOf(`${id}b0`))
      const { compared, leftovers, notCompared, start } = yield* compareTargets(
        scenarios,
        (prefix) => Effect.map(kindOf(first, prefix), opaque),
        (prefix) => Effect.map(kindOf(second, prefix), opaque),
        {
          id,
          seed: options.seed,
          jobs: Option.getOrElse(options.jobs, () => 8),
          again: options.again,
          timeout: options.timeout,
          allowDestructive: options.allowDestructive,
          sameData
        }
      )
      const result = { id, a: kindA.name, b: kindB.name, seed: options.seed, startedAt: start, compared, notCompared }
      return { report: driftReport(result), leftovers }
    }).pipe(Effect.scoped, Settings.provide({ config, region }))
    yield* Console.log(text(report))
    write(`${JSON.stringify(report, undefined, 2)}\n`)
    yield* Effect.forEach(leftovers, (leftover) => Console.error(leftoverText(leftover)))
    if (report.drift.length > 0) return yield* new Exit({ code: exitCodes.drift })
    if (leftovers.length > 0) return yield* new Exit({ code: exitCodes.leaked })
  },
  Effect.scoped,
  withEndings
)

/** Compares two targets. */
export const compareCommand = Command.make("compare", flags, compare).pipe(
  Command.withDescription("Runs the same scenarios on two services, and reports where their answers differ."),
  Command.withExamples([
    { command: "remote-assist-e2e compare in-process live", description: "See how the live region differs" },
    {
      command: "remote-assist-e2e compare in-process in-process --gap-b page.no-entries=0",
      description: "See what a choice at a gap changes"
    }
  ])
)
