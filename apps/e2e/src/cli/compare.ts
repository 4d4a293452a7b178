import { Exit } from "@remote-assist/cli"
import * as Settings from "@remote-assist/cli/Settings"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import { compareTargets } from "../compare/compareTargets.ts"
import { DriftReport } from "../explain/DriftReport.ts"
import { explainDrift } from "../explain/explainDrift.ts"
import { markdown } from "../explain/markdown.ts"
import { driftReport } from "../explain/report.ts"
import { text } from "../explain/text.ts"
import type { Leftover } from "../recorder/Recorder.ts"
import { prefixOf, runId } from "../runner/runId.ts"
import { opaque } from "../targets/withChoices.ts"
import { chosen } from "./choosing.ts"
import { withEndings } from "./endings.ts"
import { exitCodes } from "./exitCodes.ts"
import { toFileIfAny } from "./files.ts"
import * as Flags from "./flags.ts"
import { kindOf, participant } from "./participant.ts"

const target = (name: string, description: string) =>
  Argument.String(name).pipe(Argument.withDescription(`${description}: in-process, socket, live, or an address`))

const gaps = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.withMetavar("id=choice"), Flag.between(0, 200))

const file = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.withMetavar("file"), Flag.optional)

const flags = {
  a: target("A", "The emulator to keep true"),
  b: target("B", "The service to compare it with"),
  ...Flags.selection,
  ...Settings.flags,
  gapA: gaps("gap-a", "What A chooses at a gap, where it is an emulator; repeatable"),
  gapB: gaps("gap-b", "What B chooses at a gap, where it is an emulator; repeatable"),
  seed: Flags.seed,
  jobs: Flags.jobs,
  timeout: Flag.Int("timeout").pipe(
    Flag.withDescription("Longest that a scenario may take, in seconds"),
    Flag.withDefault(60)
  ),
  again: Flag.Int("again").pipe(
    Flag.withDescription("How often scenarios that differ are run again; what does not differ each time is not drift"),
    Flag.withDefault(2)
  ),
  data: Flag.Literals("data", ["same", "different"]).pipe(
    Flag.withDescription(
      "Whether both hold the same users, calls and groups; if different, values count only where a scenario or the interface sets them; different unless set where one is live"
    ),
    Flag.optional
  ),
  tries: Flag.Int("tries").pipe(
    Flag.withDescription(
      "How often a scenario is run at most to find the gaps that explain what differs; 0 looks for none"
    ),
    Flag.withDefault(3000)
  ),
  json: file("json", "Write the report here as JSON"),
  markdown: file("markdown", "Write the report here as Markdown, for a ticket"),
  allowDestructive: Flag.Boolean("allow-destructive").pipe(
    Flag.withDescription("Run scenarios against a live region that change what they did not create"),
    Flag.withDefault(false)
  )
}

const encode = Schema.encodeSync(Schema.toCodecJson(DriftReport))

const leftoverText = ({ id, kind, reason }: Leftover) => `Left behind: ${kind} ${id} (${reason})`

/** Compares two targets. */
export const compare = Command.make(
  "compare",
  flags,
  Effect.fnUntraced(
    function* ({ a, b, config, region, ...asked }) {
      const scenarios = yield* chosen(asked)
      // what is explained is the emulator
      const isSwapped = a === "live" && b !== "live"
      const first = yield* isSwapped ? participant(b, "--gap-b", asked.gapB) : participant(a, "--gap-a", asked.gapA)
      const second = yield* isSwapped ? participant(a, "--gap-a", asked.gapA) : participant(b, "--gap-b", asked.gapB)
      if (isSwapped) yield* Console.error(`A is ${b} and B is ${a}: the emulator comes first.`)
      const hasEmulator = first.given !== "live"
      const isLive = second.given === "live"
      const sameData = Option.getOrElse(asked.data, () => (isLive ? "different" : "same")) === "same"
      const [json, forTicket] = [yield* toFileIfAny(asked.json), yield* toFileIfAny(asked.markdown)]
      const id = yield* runId
      const { isLeft, leftovers, report } = yield* Effect.gen(function* () {
        const options = {
          id,
          seed: asked.seed,
          jobs: Option.getOrElse(asked.jobs, () => 8),
          again: asked.again,
          timeout: String(asked.timeout),
          allowDestructive: asked.allowDestructive,
          sameData
        }
        const kindA = yield* kindOf(first, prefixOf(`${id}a0`))
        const kindB = yield* kindOf(second, prefixOf(`${id}b0`))
        const { compared, isLeft, leftovers, notCompared, start } = yield* compareTargets(
          scenarios,
          (prefix) => kindOf(first, prefix),
          (prefix) => Effect.map(kindOf(second, prefix), opaque),
          options
        )
        const isDifferent = compared.some(({ comparison }) => comparison.differences.length > 0)
        const explained =
          hasEmulator && isDifferent && asked.tries > 0
            ? yield* explainDrift(kindA, compared, { ...options, start, mostRuns: asked.tries })
            : undefined
        const report = driftReport({
          id,
          a: kindA.name,
          b: kindB.name,
          seed: asked.seed,
          startedAt: start,
          compared,
          notCompared,
          explained
        })
        return { report, leftovers, isLeft }
      }).pipe(Effect.scoped, Settings.provide({ config, region }))
      yield* Console.log(text(report))
      json.write(`${JSON.stringify(encode(report), undefined, 2)}\n`)
      forTicket.write(markdown(report))
      yield* Effect.forEach(leftovers, (leftover) => Console.error(leftoverText(leftover)))
      const hasLeaked = isLeft || leftovers.length > 0
      const code = report.drift.length > 0 ? exitCodes.drift : hasLeaked ? exitCodes.leaked : exitCodes.ok
      if (code !== exitCodes.ok) return yield* new Exit({ code })
    },
    Effect.scoped,
    withEndings
  )
).pipe(
  Command.withDescription(
    "Runs the same scenarios on an emulator and on another service, and says where they differ and which gaps explain it."
  ),
  Command.withExamples([
    { command: "remote-assist-e2e compare in-process live", description: "What the live region does in another way" },
    {
      command: "remote-assist-e2e compare in-process in-process --gap-b page.no-entries=0",
      description: "See what a choice at a gap changes"
    }
  ])
)
