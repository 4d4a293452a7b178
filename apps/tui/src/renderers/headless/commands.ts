import * as Command from "effect/cli/Command"

import type { Action } from "../../actions/Action.ts"
import type { FormAction } from "../../actions/FormAction.ts"
import type { Inquiry } from "../../actions/Inquiry.ts"
import { boxesOf, groups, resources, screens } from "../../resources/registry.ts"
import type { AnyResource } from "../../resources/registry.ts"
import type { Group } from "../../resources/Resource.ts"
import { manyOf, objectOf } from "../../resources/Resource.ts"
import { capital } from "../../text/capital.ts"
import { acting, changingOne, exporting, inquiring, inquiringOne, listing, making, showing } from "./flags.ts"
import { formFlags, held } from "./formFlags.ts"
import { importUsers } from "./import/command.ts"
import { keys } from "./keys/commands.ts"
import { profiles } from "./profiles/commands.ts"
import { running } from "./root.ts"
import { login, logout, ofSession } from "./session/commands.ts"

// oxlint-disable-next-line typescript/no-explicit-any -- actions are of the resource that lists them
type Any = any

const groupOf = (name: string) => name.split(".")[0] ?? name

const verb = (name: string) => name.split(".").at(-1) ?? name

/** The words of the command of a resource. */
const wordsOf = ({ group, name }: AnyResource): ReadonlyArray<string> => [...(group ? [group.name] : []), name]

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
      [
        resource.isSingle === true
          ? `${capital(action.label)} the ${resource.one}, which ${action.done}`
          : `${capital(action.label)} ${manyOf(resource)}: each ${action.done}`,
        action.consequence
      ]
        .filter(Boolean)
        .join(" ")
    ),
    example(
      [...wordsOf(resource), verb(action.name), resource.example, action.effect === "final" ? "--yes" : undefined],
      `${capital(action.label)} one${action.effect === "final" ? " without being asked" : ""}`
    )
  )

const ofInquiry = (resource: AnyResource, inquiry: Inquiry<Any>) => {
  const form = formFlags(inquiry)
  const words = [...(isOf(resource)(inquiry) ? wordsOf(resource) : [groupOf(inquiry.name)]), verb(inquiry.name)]
  return inquiry.on === "none"
    ? Command.make(
        verb(inquiry.name),
        { form, ...inquiring },
        running(
          () => import("./inquire.ts"),
          ({ form, ...given }, { inquire }) => inquire(resource, inquiry, held(form), given)
        )
      ).pipe(Command.withDescription(inquiry.consequence), example([...words, inquiry.example], capital(inquiry.label)))
    : Command.make(
        verb(inquiry.name),
        { form, ...inquiringOne(resource) },
        running(
          () => import("./inquire.ts"),
          ({ form, name, ...given }, { inquire }) => inquire(resource, inquiry, held(form), { ...given, target: name })
        )
      ).pipe(
        Command.withDescription(inquiry.consequence),
        example([...words, resource.example, inquiry.example], capital(inquiry.label))
      )
}

const ofForm = (resource: AnyResource, action: FormAction<Any>) => {
  const form = formFlags(action)
  const description = `${capital(action.label)} ${objectOf(action, resource, undefined)}. ${action.consequence}`
  return action.on === "none"
    ? Command.make(
        verb(action.name),
        { form, ...making(resource) },
        running(
          () => import("./change.ts"),
          ({ form, ...given }, { fill }) => fill(resource, action, held(form), given)
        )
      ).pipe(
        Command.withDescription(description),
        example([...wordsOf(resource), verb(action.name), action.example], `${capital(action.label)} one`)
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
        example(
          [...wordsOf(resource), verb(action.name), resource.example, action.example],
          `${capital(action.label)} one`
        )
      )
}

const theOne = ({ isSingle, one }: AnyResource) => (isSingle === true ? `the ${one}` : `one ${one}`)

const listed = (resource: AnyResource) =>
  [
    Command.make(
      "list",
      listing(resource),
      running(
        () => import("./list.ts"),
        (given, { list }) => list(resource, given)
      )
    ).pipe(
      Command.withDescription(
        resource.isSingle === true
          ? `Shows the ${resource.one} as a list of one.`
          : `Lists the ${manyOf(resource)}, page by page as they are read.`
      ),
      example(
        [...wordsOf(resource), `list --json --columns ${resource.summary[0] ?? "id"}`],
        "One column of them as JSON"
      )
    ),
    Command.make(
      "show",
      showing(resource),
      running(
        () => import("./show.ts"),
        (given, { show }) => show(resource, given)
      )
    ).pipe(
      Command.withDescription(`Shows all that is known of ${theOne(resource)}.`),
      example([...wordsOf(resource), "show", resource.example], "All that is known of one")
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
        `Writes ${resource.isSingle === true ? "the" : "all"} ${manyOf(resource)} as CSV, to a file that is there as a whole or not at all.`
      ),
      example([...wordsOf(resource), "export", `${resource.name}.csv`], "To a file in this folder")
    )
  ] as const

/** A list that is on the screen of another resource, as a command of that. */
const ofWithin = (resource: AnyResource) =>
  Command.make(
    resource.name,
    listing(resource),
    running(
      () => import("./list.ts"),
      (given, { list }) => list(resource, given)
    )
  ).pipe(
    Command.withDescription(`Lists the ${manyOf(resource)}.`),
    example([resource.within?.resource, resource.name], "Which there are")
  )

/** Commands of a resource that no definition of it has. */
const further: Readonly<Record<string, ReadonlyArray<typeof importUsers>>> = { users: [importUsers] }

const isOf =
  ({ name }: AnyResource) =>
  (inquiry: { readonly name: string }) =>
    groupOf(inquiry.name) === name

const of = (resource: AnyResource) => {
  const { actions, forms = [], inquiries = [], isLocal, isSingle, name, tabs = [] } = resource
  const isListed = isLocal !== true
  return Command.make(name).pipe(
    Command.withDescription(
      isSingle === true
        ? `Shows the ${resource.one}, and what is done to it.`
        : isListed
          ? `Lists ${manyOf(resource)}, and what is done to them.`
          : `${resource.title}: ${resource.about ?? ""}`
    ),
    example([...wordsOf(resource), isListed ? "list" : "--help"], "Which there are"),
    Command.withSubcommands([
      ...(isListed ? listed(resource) : []),
      ...resources.filter(({ within }) => within?.resource === name).map(ofWithin),
      ...(name === "session" ? ofSession : []),
      ...actions.map((action) => ofAction(resource, action)),
      ...forms.map((action) => ofForm(resource, action)),
      ...inquiries.filter(isOf(resource)).map((inquiry) => ofInquiry(resource, inquiry)),
      ...tabs.flatMap(({ inquiry, isOfScreen }) =>
        inquiry === undefined || isOfScreen === true ? [] : [ofInquiry(resource, inquiry)]
      ),
      ...(further[name] ?? [])
    ])
  )
}

const ofGroup = (group: Group) =>
  Command.make(group.name).pipe(
    Command.withDescription(`What an emulator is controlled with: ${boxesOf(group).map(manyOf).join(", ")}.`),
    example([group.name, boxesOf(group)[0]?.name, "list"], "What there is"),
    Command.withSubcommands(boxesOf(group).map(of))
  )

/** Commands of what is found out on the screen of a resource, and is named for something else: `tokens info`. */
const besides = (resource: AnyResource) => {
  const others = (resource.inquiries ?? []).filter((inquiry) => !isOf(resource)(inquiry))
  return [...Map.groupBy(others, ({ name }) => groupOf(name))].map(([name, inquiries]) =>
    Command.make(name).pipe(
      Command.withDescription(
        `${capital(inquiries.map(({ label, object = "" }) => `${label} ${object}`.trim()).join(", "))}.`
      ),
      example([name, inquiries.map(({ name }) => verb(name))[0]], "Which there are"),
      Command.withSubcommands(inquiries.map((inquiry) => ofInquiry(resource, inquiry)))
    )
  )
}

/** The commands: of every resource and its actions, of the session and of profiles. */
export const commands = [
  ...screens.map(of),
  ...resources.flatMap(besides),
  ...groups.map(ofGroup),
  login,
  logout,
  profiles,
  keys
] as const
