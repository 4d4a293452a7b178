import * as Command from "effect/cli/Command"

import type { Action } from "../../actions/Action.ts"
import type { FormAction } from "../../actions/FormAction.ts"
import { resources } from "../../resources/registry.ts"
import type { AnyResource } from "../../resources/registry.ts"
import { manyOf } from "../../resources/Resource.ts"
import { complete } from "./completion/command.ts"
import { acting, changing, changingOne, exporting, listing, showing } from "./flags.ts"
import { formFlags, held } from "./formFlags.ts"
import { profiles } from "./profiles/commands.ts"
import { running } from "./root.ts"
import { login, logout, session } from "./session/commands.ts"

// oxlint-disable-next-line typescript/no-explicit-any -- actions are of the resource that lists them
type Any = any

const verb = (name: string) => name.split(".").at(-1) ?? name

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const example = (command: ReadonlyArray<string | undefined>, description: string) =>
  Command.withExamples([{ command: ["remote-assist", ...command].filter(Boolean).join(" "), description }])

const ofAction = (resource: AnyResource, action: Action<Any>) =>
  Command.make(
    verb(action.name),
    acting(resource),
    running(
      () => import("./change.ts"),
      (given, { act }) => act(resource, action, given)
    )
  ).pipe(
    Command.withDescription(
      [`${capital(action.label)} ${manyOf(resource)}: each ${action.done}`, action.consequence]
        .filter(Boolean)
        .join(" ")
    ),
    example(
      [resource.name, verb(action.name), resource.example, action.effect === "final" ? "--yes" : undefined],
      `${capital(action.label)} one${action.effect === "final" ? " without being asked" : ""}`
    )
  )

const ofForm = (resource: AnyResource, action: FormAction<Any>) => {
  const form = formFlags(action)
  const description = `${capital(action.label)} a ${resource.one}. ${action.consequence}`
  return action.on === "none"
    ? Command.make(
        verb(action.name),
        { form, ...changing },
        running(
          () => import("./change.ts"),
          ({ form, ...given }, { fill }) => fill(resource, action, held(form), given)
        )
      ).pipe(
        Command.withDescription(description),
        example([resource.name, verb(action.name), action.example], `${capital(action.label)} one`)
      )
    : Command.make(
        verb(action.name),
        { form, ...changingOne(resource) },
        running(
          () => import("./change.ts"),
          ({ form, name, ...given }, { fill }) => fill(resource, action, held(form), { ...given, target: name })
        )
      ).pipe(
        Command.withDescription(description),
        example([resource.name, verb(action.name), resource.example, action.example], `${capital(action.label)} one`)
      )
}

const of = (resource: AnyResource) =>
  Command.make(resource.name).pipe(
    Command.withDescription(`Lists ${manyOf(resource)}, and what is done to them.`),
    example([resource.name, "list"], "Which there are"),
    Command.withSubcommands([
      Command.make(
        "list",
        listing(resource),
        running(
          () => import("./list.ts"),
          (given, { list }) => list(resource, given)
        )
      ).pipe(
        Command.withDescription(`Lists the ${manyOf(resource)}, page by page as they are read.`),
        example([resource.name, "list --json --columns id"], "Their ids as JSON")
      ),
      Command.make(
        "show",
        showing(resource),
        running(
          () => import("./show.ts"),
          (given, { show }) => show(resource, given)
        )
      ).pipe(
        Command.withDescription(`Shows all that is known of one ${resource.one}.`),
        example([resource.name, "show", resource.example], "All that is known of one")
      ),
      Command.make(
        "export",
        exporting(resource),
        running(
          () => import("./list.ts"),
          (given, { exportTo }) => exportTo(resource, given)
        )
      ).pipe(
        Command.withDescription(
          `Writes all ${manyOf(resource)} as CSV, to a file that is there as a whole or not at all.`
        ),
        example([resource.name, "export", `${resource.name}.csv`], "To a file in this folder")
      ),
      ...resource.actions.map((action) => ofAction(resource, action)),
      ...(resource.forms ?? []).map((action) => ofForm(resource, action))
    ])
  )

/** The commands: of every resource and its actions, of the session and of profiles. */
export const commands = [...resources.map(of), login, logout, session, profiles, complete] as const
