import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"

import { runningHere } from "../root.ts"
import { json, name, setting } from "./flags.ts"

const list = Command.make(
  "list",
  { json },
  runningHere(
    () => import("./show.ts"),
    (given, { list }) => list(given)
  )
).pipe(
  Command.withDescription("Lists the profiles."),
  Command.withExamples([{ command: "remote-assist profiles list --json", description: "The profiles as JSON" }])
)

const show = Command.make(
  "show",
  { name: Argument.optional(name), json },
  runningHere(
    () => import("./show.ts"),
    (given, { show }, sources) => show(given, sources)
  )
).pipe(
  Command.withDescription(
    "Shows a profile, and which secrets are kept for it, but none of these; the default one unless named."
  ),
  Command.withExamples([{ command: "remote-assist profiles show live-eu", description: "How live-eu is set" }])
)

const set = Command.make(
  "set",
  setting,
  runningHere(
    () => import("./set.ts"),
    (given, { set }, sources) => set(given, sources)
  )
).pipe(
  Command.withDescription(
    "Makes a profile, or changes what is given of one, with --region and --read-only too. Secrets are kept in a file of their own that only you can read."
  ),
  Command.withExamples([
    {
      command: "remote-assist profiles set live-eu --region eu --base-url https://eu.example.com --read-only",
      description: "A profile that changes nothing"
    },
    {
      command: "echo $KEY | remote-assist profiles set live-eu --api-key-stdin",
      description: "Keep its API key"
    }
  ])
)

const use = Command.make(
  "use",
  { name, json },
  runningHere(
    () => import("./keep.ts"),
    (given, { use }) => use(given)
  )
).pipe(
  Command.withDescription("Makes a profile the one that is meant unless another is named."),
  Command.withExamples([
    { command: "remote-assist profiles use live-eu", description: "Connect as live-eu from now on" }
  ])
)

const remove = Command.make(
  "remove",
  { name, json },
  runningHere(
    () => import("./keep.ts"),
    (given, { remove }) => remove(given)
  )
).pipe(
  Command.withDescription("Removes a profile with its secrets and its session."),
  Command.withExamples([{ command: "remote-assist profiles remove live-eu", description: "Forget live-eu" }])
)

/** The commands that keep profiles. */
export const profiles = Command.make("profiles").pipe(
  Command.withDescription("Keeps how regions are reached, by a name for each."),
  Command.withExamples([{ command: "remote-assist profiles list", description: "Which there are" }]),
  Command.withSubcommands([list, show, set, use, remove])
)
