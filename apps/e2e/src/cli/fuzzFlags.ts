import * as Settings from "@remote-assist/cli/Settings"
import type * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"

import * as Flags from "./flags.ts"
import { whole } from "./whole.ts"

/** What `fuzz` takes. */
export const flags = {
  runs: whole("runs", 1, 1_000_000).pipe(Flag.withDescription("How many sequences are tried"), Flag.withDefault(1000)),
  commands: whole("commands", 1, 10_000).pipe(
    Flag.withDescription("The most commands in a sequence"),
    Flag.withDefault(40)
  ),
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
}

/** What {@link flags} yield. */
export type Given = Command.Command.Config.Infer<typeof flags>
