import { sanitize } from "@remote-assist/cli/Terminal"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

import { tagsOf } from "../runner/discovery.ts"
import type { Found } from "../runner/discovery.ts"
import { chosen, Misuse } from "./selection.ts"
import * as Flags from "./flags.ts"

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

/** Lists scenarios. */
export const run = Effect.fnUntraced(function* (options: Flags.Run) {
  if (Flags.asksForCoverage(options))
    return yield* new Misuse({ message: "--list measures no coverage: leave it out, or the flags on coverage." })
  if (Option.isSome(options.shard))
    return yield* new Misuse({ message: "--list shows the scenarios of all shards. Leave out --shard." })
  yield* Console.log(listing(yield* chosen(options)))
})
