import type { Example } from "@remote-assist/cli"
import * as Command from "effect/cli/Command"
import { capitalize } from "effect/String"

import type { Action, FormAction, Query } from "../../actions/Action.ts"
import type { AnyResource, AnyRow, ResourceGroup } from "../../resources/Resource.ts"
import { pluralName, targetName } from "../../resources/Resource.ts"
import { groupResources, groups, resources, screens } from "../../resources/resources.ts"
import * as Flags from "./flags.ts"
import {
  command,
  connected,
  described,
  keys,
  login,
  logout,
  profiles,
  sessionCommands,
  worker
} from "./globalCommands.ts"

const loadList = () => import("./list.ts")
const loadChange = () => import("./change.ts")

const importUsers = command(
  "import",
  Flags.importFlags,
  connected(
    () => import("./importUsers.ts"),
    (flags, { importUsers }, sources) => importUsers(flags, sources)
  ),
  "Creates the users of a CSV file, four at a time. A results file records the outcome of each row: the same command resumes an import that stopped, and creates no user twice.",
  ["users import new-hires.csv --dry-run", "Report what would be done"],
  ["users import new-hires.csv --no-send-email --yes", "Skip the confirmation and send no welcome e-mails"]
)

const groupName = (name: string) => name.split(".")[0] ?? name

const verb = (name: string) => name.split(".").at(-1) ?? name

const belongsTo =
  ({ name }: AnyResource) =>
  (query: { readonly name: string }) =>
    groupName(query.name) === name

const words = ({ group, name }: AnyResource): ReadonlyArray<string> => [...(group ? [group.name] : []), name]

const example = (words: ReadonlyArray<string | undefined>, description: string): Example => [
  words.filter(Boolean).join(" "),
  description
]

const actionCommand = (resource: AnyResource, action: Action<AnyRow>) => {
  const { consequence, done, effect, label, name } = action
  const isFinal = effect === "final"
  const target = resource.isSingle === true ? `the ${resource.one}.` : `${pluralName(resource)}: each ${done}`
  return command(
    verb(name),
    Flags.actionFlags(resource),
    connected(loadChange, (flags, { runAction }) => runAction(resource, action, flags)),
    [`${capitalize(label)} ${target}`, consequence].filter(Boolean).join(" "),
    example(
      [...words(resource), verb(name), resource.example, isFinal ? "--yes" : undefined],
      `${capitalize(label)} ${resource.isSingle === true ? `the ${resource.one}` : "one"}${isFinal ? " without a confirmation" : ""}`
    )
  )
}

const queryCommand = (resource: AnyResource, query: Query<AnyRow>) =>
  command(
    verb(query.name),
    { form: Flags.fieldFlags(query), ...Flags.targetFlags(resource, query), ...Flags.queryFlags },
    connected(loadChange, ({ form, ...flags }, { printQuery }) =>
      printQuery(resource, query, Flags.formValues(form), flags)
    ),
    query.consequence,
    example(
      [
        ...(belongsTo(resource)(query) ? words(resource) : [groupName(query.name)]),
        verb(query.name),
        query.on === "none" ? undefined : resource.example,
        query.example
      ],
      capitalize(query.label)
    )
  )

const formCommand = (resource: AnyResource, action: FormAction<AnyRow>) => {
  const label = capitalize(action.label)
  return command(
    verb(action.name),
    { form: Flags.fieldFlags(action), ...Flags.targetFlags(resource, action), ...Flags.formFlags(resource, action) },
    connected(loadChange, ({ form, ...flags }, { runForm }) =>
      runForm(resource, action, Flags.formValues(form), flags)
    ),
    `${`${label} ${targetName(action, resource, undefined)}`.trim()}. ${action.consequence}`,
    example(
      [...words(resource), verb(action.name), action.on === "none" ? undefined : resource.example, action.example],
      `${label} ${action.object ?? "one"}`.trim()
    )
  )
}

const listCommand = (resource: AnyResource, name: string, description: string, ...examples: ReadonlyArray<Example>) =>
  command(
    name,
    Flags.listFlags(resource),
    connected(loadList, (flags, { list }) => list(resource, flags)),
    description,
    ...examples
  )

const listCommands = (resource: AnyResource) => {
  const { isSingle, name, one, summary } = resource
  const many = pluralName(resource)
  return [
    listCommand(
      resource,
      "list",
      isSingle === true ? `Shows the ${one} as a list of one row.` : `Lists the ${many}, page by page.`,
      example([...words(resource), `list --json --columns ${summary[0] ?? "id"}`], "List one column as JSON")
    ),
    command(
      "show",
      Flags.showFlags(resource),
      connected(loadList, (flags, { show }) => show(resource, flags)),
      `Shows all fields of ${isSingle === true ? "the" : "one"} ${one}.`,
      example([...words(resource), "show", resource.example], "Show all fields")
    ),
    command(
      "export",
      Flags.exportFlags(resource),
      connected(loadList, (flags, { exportTo }) => exportTo(resource, flags)),
      `Writes ${isSingle === true ? "the" : "all"} ${many} to a file, as CSV or JSON by its ending. The file appears only when it is complete.`,
      example([...words(resource), "export", `${name}.csv`], "Export to a file")
    )
  ] as const
}

const resourceCommand = (resource: AnyResource) => {
  const { actions, forms = [], isLocal, isSingle, name, one, queries = [], tabs = [] } = resource
  const isListed = isLocal !== true
  const about = isSingle === true ? `Shows and changes the ${one}.` : `Lists and changes ${pluralName(resource)}.`
  // lists on the screen of this resource
  const inner = resources.filter(({ within }) => within?.resource === name)
  return Command.make(name).pipe(
    described(
      isListed ? about : `${resource.title}: ${resource.about ?? ""}`,
      example([...words(resource), isListed ? "list" : "--help"], isListed ? "List all" : "List the commands")
    ),
    Command.withSubcommands([
      ...(isListed ? listCommands(resource) : []),
      ...inner.map((list) =>
        listCommand(list, list.name, `Lists the ${pluralName(list)}.`, example([name, list.name], "List all"))
      ),
      ...(name === "session" ? sessionCommands : []),
      ...actions.map((action) => actionCommand(resource, action)),
      ...forms.map((action) => formCommand(resource, action)),
      ...queries.filter(belongsTo(resource)).map((query) => queryCommand(resource, query)),
      ...tabs.flatMap(({ isOfScreen, query }) =>
        query === undefined || isOfScreen === true ? [] : [queryCommand(resource, query)]
      ),
      ...(name === "users" ? [importUsers] : [])
    ])
  )
}

const groupCommand = (group: ResourceGroup) => {
  const boxes = groupResources(group)
  return Command.make(group.name).pipe(
    described(
      `Controls an emulator: ${boxes.map(({ title }) => title.toLowerCase()).join(", ")}.`,
      example([group.name, boxes[0]?.name, "list"], "List all")
    ),
    Command.withSubcommands(boxes.map(resourceCommand))
  )
}

/** Commands of queries that are named for something else than the resource of their screen, such as `tokens info`. */
const otherCommands = (resource: AnyResource) => {
  const others = (resource.queries ?? []).filter((query) => !belongsTo(resource)(query))
  return [...Map.groupBy(others, ({ name }) => groupName(name))].map(([name, queries]) =>
    Command.make(name).pipe(
      described(
        `${capitalize(queries.map(({ label, object = "" }) => `${label} ${object}`.trim()).join(", "))}.`,
        example([name, queries.map((query) => verb(query.name))[0]], "Run with your own token")
      ),
      Command.withSubcommands(queries.map((query) => queryCommand(resource, query)))
    )
  )
}

/** All commands: of each resource, and those without one. */
export const commands = [
  ...screens.map(resourceCommand),
  ...resources.flatMap(otherCommands),
  ...groups.map(groupCommand),
  login,
  logout,
  profiles,
  keys,
  worker
] as const
