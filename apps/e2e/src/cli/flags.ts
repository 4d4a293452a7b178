import * as Settings from "@remote-assist/cli/Settings"
import * as Argument from "effect/cli/Argument"
import type * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"

import * as Coverage from "./coverage.ts"

/** The longest that a scenario may be given, in seconds: a day. */
const longestTimeout = 86_400

const shown = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, ",")

/** A flag that takes a whole number within bounds, both included; another one is refused before anything is done. */
export const whole = (name: string, least: number, most: number): Flag.Flag<number> =>
  Flag.Int(name).pipe(
    Flag.filter(
      (value) => value >= least && value <= most,
      () => `a whole number from ${shown(least)} to ${shown(most)}`
    )
  )

/** How long a scenario, or one of its iterations, may take. */
export const timeout = (whose: string): Flag.Flag<number> =>
  whole("timeout", 1, longestTimeout).pipe(
    Flag.withDescription(`Longest that ${whose} may take, in seconds`),
    Flag.withDefault(60)
  )

/** Which scenarios, for every command that takes some. */
export const selection = {
  names: Argument.String("scenario").pipe(
    Argument.withDescription(
      "Parts of names, such as users or auth/refreshes; or folders and files of your own scenarios, such as ./scenarios"
    ),
    Argument.variadic()
  ),
  tag: Flag.String("tag").pipe(
    Flag.withDescription("Only scenarios with this tag, or without it if written as !tag; repeatable"),
    Flag.withMetavar("tag"),
    Flag.between(0, 100)
  )
}

/** What to run against. */
export const target = Flag.String("target").pipe(
  Flag.withDescription("in-process, socket, live, or the address of an emulator"),
  Flag.withMetavar("target"),
  Flag.withDefault("in-process")
)

export const seed = Flag.Int("seed").pipe(
  Flag.withDescription("Start of all randomness; the same seed gives the same values"),
  Flag.withDefault(1)
)

/** How many at the same time. */
export const jobs = whole("jobs", 1, 1000).pipe(
  Flag.withAlias("j"),
  Flag.withDescription("How many run at the same time (default: 8, or 1 against a live region)"),
  Flag.optional
)

/** What a run takes. */
export const flags = {
  ...selection,
  target,
  ...Settings.flags,
  list: Flag.Boolean("list").pipe(
    Flag.withDescription("List the scenarios with what each shows and its tags, and run none"),
    Flag.withDefault(false)
  ),
  testNamePattern: Flag.String("test-name-pattern").pipe(
    Flag.withAlias("t"),
    Flag.withDescription("Only scenarios whose name matches this regular expression"),
    Flag.withMetavar("pattern"),
    Flag.optional
  ),
  watch: Flag.Boolean("watch").pipe(
    Flag.withAlias("w"),
    Flag.withDescription("Run again when a scenario changes, or a file that it imports"),
    Flag.withDefault(false)
  ),
  lastFailed: Flag.Boolean("last-failed").pipe(
    Flag.withDescription("Only those that failed in the last run"),
    Flag.withDefault(false)
  ),
  shard: Flag.String("shard").pipe(
    Flag.withDescription("Only this part of the scenarios; 1/4 is the first of four"),
    Flag.withMetavar("part/of"),
    Flag.optional
  ),
  bail: whole("bail", 0, 1_000_000).pipe(
    Flag.withDescription("Stop after this many failures; 0 never stops"),
    Flag.withDefault(0)
  ),
  retry: whole("retry", 0, 1000).pipe(
    Flag.withDescription("How often a scenario that failed is tried again; one that then passes is flaky"),
    Flag.withDefault(0)
  ),
  maxWorkers: whole("max-workers", 1, 1000).pipe(
    Flag.withDescription(
      "How many scenarios run at the same time (default: processors less one, or 1 against a live region)"
    ),
    Flag.optional
  ),
  timeout: timeout("a scenario"),
  seed,
  reporter: Flag.String("reporter").pipe(
    Flag.withAlias("r"),
    Flag.withDescription(
      "scenarios, or a reporter of vitest such as dot, json, junit, tap, github-actions; =file writes to a file; repeatable"
    ),
    Flag.withMetavar("name[=file]"),
    Flag.between(0, 20)
  ),
  ...Coverage.flags,
  allowDestructive: Flag.Boolean("allow-destructive").pipe(
    Flag.withDescription("Also run scenarios against a live region that change what they did not create"),
    Flag.withDefault(false)
  )
}

/** What {@link flags} yield. */
export type Options = Command.Command.Config.Infer<typeof flags>
