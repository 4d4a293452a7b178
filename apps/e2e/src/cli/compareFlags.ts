import * as Settings from "@remote-assist/cli/Settings"
import * as Argument from "effect/cli/Argument"
import type * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"

import * as Flags from "./flags.ts"
import { timeout, whole } from "./whole.ts"

const target = (name: string, description: string) =>
  Argument.String(name).pipe(Argument.withDescription(`${description}: in-process, socket, live, or an address`))

const gaps = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.withMetavar("id=choice"), Flag.between(0, 200))

const file = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.withMetavar("file"), Flag.optional)

/** What `compare` takes. */
export const flags = {
  a: target("A", "The emulator to keep true"),
  b: target("B", "The service to compare it with"),
  ...Flags.selection,
  ...Settings.flags,
  gapA: gaps("gap-a", "What A chooses at a gap, where it is an emulator; repeatable"),
  gapB: gaps("gap-b", "What B chooses at a gap, where it is an emulator; repeatable"),
  seed: Flags.seed,
  jobs: Flags.jobs,
  timeout: timeout("a scenario"),
  again: whole("again", 0, 1000).pipe(
    Flag.withDescription("How often scenarios that differ are run again; what does not differ each time is not drift"),
    Flag.withDefault(2)
  ),
  data: Flag.Literals("data", ["same", "different"]).pipe(
    Flag.withDescription(
      "Whether both hold the same users, calls and groups; if different, values count only where a scenario or the interface sets them; different unless set where one is live"
    ),
    Flag.optional
  ),
  tries: whole("tries", 0, 1_000_000).pipe(
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

/** What {@link flags} yield. */
export type Given = Command.Command.Config.Infer<typeof flags>
