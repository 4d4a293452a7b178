import * as Settings from "@remote-assist/cli/Settings"
import type * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"

import * as Coverage from "./coverage.ts"
import * as Flags from "./flags.ts"
import { timeout, whole } from "./whole.ts"

/** What a run takes. */
export const flags = {
  ...Flags.selection,
  target: Flags.target,
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
  seed: Flags.seed,
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
