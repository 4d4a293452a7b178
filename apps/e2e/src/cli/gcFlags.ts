import * as Settings from "@remote-assist/cli/Settings"
import type * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"

/** What `gc` takes. */
export const flags = {
  run: Flag.String("run").pipe(
    Flag.withDescription("Remove what this run left behind"),
    Flag.withMetavar("id"),
    Flag.optional
  ),
  all: Flag.Boolean("all").pipe(
    Flag.withDescription("Remove what all runs in this folder left behind"),
    Flag.withDefault(false)
  ),
  dryRun: Flag.Boolean("dry-run").pipe(
    Flag.withDescription("Look for what is left, and say what would be removed"),
    Flag.withDefault(false)
  ),
  alsoRunning: Flag.Boolean("also-running").pipe(
    Flag.withDescription("Remove it also where the run's process still runs"),
    Flag.withDefault(false)
  ),
  allowDestructive: Flag.Boolean("allow-destructive").pipe(
    Flag.withDescription(
      "Remove also personal access tokens that came since the run asked for one and was killed before it knew its id"
    ),
    Flag.withDefault(false)
  ),
  target: Flag.String("target").pipe(
    Flag.withDescription("live, or the address of an emulator: refused where the run was against another"),
    Flag.withMetavar("target"),
    Flag.optional
  ),
  ...Settings.flags
}

/** What {@link flags} yield. */
export type Given = Command.Command.Config.Infer<typeof flags>
