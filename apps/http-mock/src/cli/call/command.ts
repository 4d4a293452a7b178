import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"

import { actFlags, listFlags, placeFlags, playFlags, showFlags } from "./flags.ts"

// loaded when one of them runs, which keeps it out of the start
const does = Effect.promise(() => import("./calls.ts"))

const example = "0f9e7d2c-0000-4000-8000-000000000001"

/** Places calls with an emulator that runs, and lets them go on. */
export const callCommand = Command.make("call").pipe(
  Command.withShortDescription("Places calls with an emulator that runs, and lets them ring, run and end."),
  Command.withDescription(
    "Places calls with the emulator that runs at --port, and lets them ring, run and end by its control plane. docs/emulator/calls.md has the scripts and what is possible when."
  ),
  Command.withSubcommands([
    Command.make("play", playFlags, (given) => Effect.flatMap(does, ({ play }) => play(given))).pipe(
      Command.withDescription("Places the call of a script, and prints what happens in it until it is over."),
      Command.withExamples([
        { command: "remote-assist-mock call play repair.json", description: "In the time of the script" },
        { command: "remote-assist-mock call play repair.json --advance", description: "At once" }
      ])
    ),
    Command.make("place", placeFlags, (given) => Effect.flatMap(does, ({ place }) => place(given))).pipe(
      Command.withDescription("Places the call of a script; its steps happen by the tenant's clock.")
    ),
    Command.make("do", actFlags, (given) => Effect.flatMap(does, ({ act }) => act(given))).pipe(
      Command.withDescription("Lets something happen in a call."),
      Command.withExamples([
        { command: `remote-assist-mock call do call_${example} answer --by grace`, description: "Grace takes it" }
      ])
    ),
    Command.make("list", listFlags, (given) => Effect.flatMap(does, ({ list }) => list(given))).pipe(
      Command.withDescription("Lists the calls that were placed or acted on, the newest first.")
    ),
    Command.make("show", showFlags, (given) => Effect.flatMap(does, ({ show }) => show(given))).pipe(
      Command.withDescription("Shows a call: its state, who is in it, what happened and what is to come.")
    ),
    Command.make("schema", {}, () => Effect.flatMap(does, ({ schema }) => schema)).pipe(
      Command.withDescription("Prints the JSON Schema of a script, for editors; it asks no emulator.")
    )
  ])
)
