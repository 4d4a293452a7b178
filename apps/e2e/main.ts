import "effect/schema/SchemaJITCompiler/enable"
import { Exit, run } from "@remote-assist/cli"
import * as Settings from "@remote-assist/cli/Settings"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"

import manifest from "./package.json" with { type: "json" }
import { all } from "./scenarios/all.ts"
import * as Report from "./src/Report.ts"
import * as Runner from "./src/Runner.ts"
import { targets } from "./src/Target.ts"

const e2e = Command.make(
  "remote-assist-e2e",
  {
    names: Argument.String("scenario").pipe(
      Argument.withDescription("Part of the names of the scenarios to run, such as users or auth/refreshes"),
      Argument.variadic()
    ),
    target: Flag.Literals("target", ["in-process", "socket", "live"]).pipe(
      Flag.withDescription("Emulator in this process, emulator on a socket, or the live region of the environment"),
      Flag.withDefault("in-process" as const)
    ),
    ...Settings.flags,
    list: Flag.Boolean("list").pipe(
      Flag.withDescription("Print the names of the scenarios and run none"),
      Flag.withDefault(false)
    ),
    bail: Flag.Boolean("bail").pipe(
      Flag.withDescription("Start no further scenario after one has failed"),
      Flag.withDefault(false)
    ),
    json: Flag.Boolean("json").pipe(Flag.withDescription("Print the results as JSON"), Flag.withDefault(false)),
    concurrency: Flag.Int("concurrency").pipe(
      Flag.withDescription("Scenarios that run at the same time; a live region runs them one by one unless set"),
      Flag.optional
    )
  },
  Effect.fnUntraced(function* ({ bail, concurrency, config, json, list, names, region, target }) {
    const chosen = all.filter(({ name }) => names.length === 0 || names.some((part) => name.includes(part)))
    if (chosen.length === 0) {
      yield* Console.error(`No scenario has ${names.join(" or ")} in its name. See them all with --list.`)
      return yield* new Exit({ code: 2 })
    }
    if (list) return yield* Console.log(chosen.map(({ name }) => name).join("\n"))
    const results = yield* Effect.gen(function* () {
      if (target === "live") yield* Effect.scoped(Layer.build(targets.live))
      return yield* Runner.run(chosen, {
        target: targets[target],
        bail,
        concurrency: Option.getOrElse(concurrency, () => (target === "live" ? 1 : 8)),
        onResult: (result) => (json ? Effect.void : Console.log(Report.line(result)))
      })
    }).pipe(Settings.provide({ config, region }))
    yield* Console.log(json ? JSON.stringify(results, undefined, 2) : Report.summary(results))
    if (!Report.isGreen(results)) return yield* new Exit({ code: 1 })
  })
).pipe(
  Command.withDescription("Runs scenarios of the remote-assistance service against the emulator or a live region."),
  Command.withExamples([
    { command: "remote-assist-e2e", description: "Run all against an emulator in this process" },
    { command: "remote-assist-e2e users --target socket", description: "Run the users scenarios over a socket" }
  ])
)

run(e2e, manifest.version)
