import { sanitize } from "@remote-assist/cli/Terminal"
import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

import { tagsOf } from "../runner/discover.ts"
import type { Found } from "../runner/discover.ts"
import { chosen, Misuse } from "./choosing.ts"
import { compareCommand } from "./compare.ts"
import * as Coverage from "./coverage.ts"
import { withEndings } from "./endings.ts"
import { exportCommand } from "./exportK6.ts"
import * as Flags from "./flags.ts"
import { fuzzCommand } from "./fuzz.ts"
import { gcCommand } from "./gc.ts"
import { newScenario } from "./new.ts"

const source = /\s*\(interface\s[^)]*\)/g

/** The first sentence of what a scenario's comment says, without where the interface says so. */
const gistOf = (about: string): string => {
  const text = about.replace(/\s+/g, " ").replace(source, "")
  return /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text
}

/** Scenarios as lines: name, what the service does there, tags. */
const listing = (all: ReadonlyArray<Found>): string => {
  const width = Math.max(...all.map(({ name }) => name.length))
  return all
    .map((found) =>
      [found.name.padEnd(width), gistOf(found.about), `[${tagsOf(found).join(" ")}]`].map((text) => sanitize(text))
    )
    .map((parts) =>
      parts
        .filter((part) => part !== "" && part !== "[]")
        .join("  ")
        .trimEnd()
    )
    .join("\n")
}

// what sub-commands do is loaded when one of them runs

/** Lists or runs scenarios. */
const run = Command.make(
  "remote-assist-e2e",
  Flags.run,
  Effect.fnUntraced(function* (options) {
    if (options.list) {
      yield* Coverage.refuse(options, "--list")
      if (Option.isSome(options.shard))
        return yield* new Misuse({ message: "--list shows the scenarios of all shards. Leave out --shard." })
      return yield* Console.log(listing(yield* chosen(options)))
    }
    // vitest is loaded only to run scenarios
    const { runScenarios } = yield* Effect.promise(() => import("./runScenarios.ts"))
    yield* runScenarios(options)
  }, withEndings)
).pipe(
  Command.withDescription("Runs scenarios of the remote-assistance service against the emulator or a live region."),
  Command.withExamples([
    { command: "remote-assist-e2e", description: "Run all against emulators in this process" },
    { command: "remote-assist-e2e users --target socket", description: "Run the users scenarios over a socket" }
  ])
)

/** The whole of the command line. */
export const command = run.pipe(
  Command.withSubcommands([compareCommand, exportCommand, fuzzCommand, gcCommand, newScenario])
)
