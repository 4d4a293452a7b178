import * as Argument from "effect/cli/Argument"
import type * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"

import * as Flags from "./flags.ts"

/** What `export k6` takes. */
export const flags = {
  scenario: Argument.String("scenario").pipe(
    Argument.withDescription("The scenario: its name, a part that no other has, or its file")
  ),
  output: Flag.String("output").pipe(
    Flag.withAlias("o"),
    Flag.withDescription("Write the script there; to standard output unless given"),
    Flag.withMetavar("file"),
    Flag.optional
  ),
  force: Flag.Boolean("force").pipe(Flag.withDescription("Write over a file that is there"), Flag.withDefault(false)),
  rate: Flag.Finite("rate").pipe(
    Flag.withDescription("How many iterations begin a second, unless RATE says otherwise"),
    Flag.withDefault(1)
  ),
  duration: Flag.String("duration").pipe(
    Flag.withDescription("How long, unless DURATION says otherwise"),
    Flag.withDefault("30s")
  ),
  threshold: Flag.String("threshold").pipe(
    Flag.withDescription("What must hold, as for load; errors<=0 unless given. Repeatable"),
    Flag.withMetavar("condition"),
    Flag.between(0, 100)
  ),
  seed: Flags.seed
}

/** What {@link flags} yield. */
export type Given = Command.Command.Config.Infer<typeof flags>
