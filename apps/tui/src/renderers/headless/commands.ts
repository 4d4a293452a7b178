import * as Command from "effect/cli/Command"
import { capitalize } from "effect/String"

import type { Action, FormAction, Query } from "../../actions/Action.ts"
import type { AnyResource, ResourceGroup } from "../../resources/Resource.ts"
import { pluralName, targetName } from "../../resources/Resource.ts"
import { groupResources, groups, resources, screens } from "../../resources/resources.ts"
import { acting, exporting, formFlags, held, importing, querying, listing, making, showing, target } from "./flags.ts"
import { keys, login, logout, ofSession, profiles } from "./globalCommands.ts"
import { command, running } from "./root.ts"
import type { Example } from "./root.ts"

// oxlint-disable-next-line typescript/no-explicit-any -- actions are of the resource that lists them
type Any = any

const ofLists = () => import("./list.ts")
const ofChanges = () => import("./change.ts")

const importUsers = command(
  "import",
  importing,
  running(
    () => import("./importUsers.ts"),
    (given, { importUsers }, sources) => importUsers(given, sources),
    "unless told",
    true
  ),
  "Creates the users of a CSV file, four at a time. A results file keeps what became of each row: the same command resumes an import that stopped, and creates nobody twice.",
  ["users import new-hires.csv --dry-run", "Report what would be done"],
  ["users import new-hires.csv --no-send-email --yes", "Do not ask, and send no welcome e-mails"]
)

const groupOf = (name: string) => name.split(".")[0] ?? name

const verb = (name: string) => name.split(".").at(-1) ?? name

/** The words of the command of a resource. */
const wordsOf = ({ group, name }: AnyResource): ReadonlyArray<string> => [...(group ? [group.name] : []), name]

const example = (words: ReadonlyArray<string | undefined>, description: string): Example => [
  words.filter(Boolean).join(" "),
  description
]

const actionCommand = (resource: AnyResource, action: Action<Any>) => {
  const { consequence, done, effect, label, name } = action
  const isFinal = effect === "final"
  const what =
    resource.isSingle === true ? `the ${resource.one}, which ${done}` : `${pluralName(resource)}: each ${done}`
  return command(
    verb(name),
    acting(resource),
    running(ofChanges, (given, { act }) => act(resource, action, given)),
    [`${capitalize(label)} ${what}`, consequence].filter(Boolean).join(" "),
    example(
      [...wordsOf(resource), verb(name), resource.example, isFinal ? "--yes" : undefined],
      `${capitalize(label)} one${isFinal ? " without being asked" : ""}`
    )
  )
}

const queryCommand = (resource: AnyResource, query: Query<Any>) => {
  const words = isOf(resource)(query) ? wordsOf(resource) : [groupOf(query.name)]
  const row = query.on === "none" ? undefined : resource.example
  return command(
    verb(query.name),
    { form: formFlags(query), ...target(resource, query), ...querying },
    running(ofChanges, ({ form, ...given }, { runQuery }) => runQuery(resource, query, held(form), given)),
    query.consequence,
    example([...words, verb(query.name), row, query.example], capitalize(query.label))
  )
}

const formCommand = (resource: AnyResource, action: FormAction<Any>) => {
  const label = capitalize(action.label)
  const row = action.on === "none" ? undefined : resource.example
  return command(
    verb(action.name),
    { form: formFlags(action), ...target(resource, action), ...making(resource, action) },
    running(ofChanges, ({ form, ...given }, { fill }) => fill(resource, action, held(form), given)),
    `${label} ${targetName(action, resource, undefined)}. ${action.consequence}`,
    example([...wordsOf(resource), verb(action.name), row, action.example], `${label} one`)
  )
}

const listCommand = (resource: AnyResource, name: string, description: string, ...examples: ReadonlyArray<Example>) =>
  command(
    name,
    listing(resource),
    running(ofLists, (given, { list }) => list(resource, given)),
    description,
    ...examples
  )

const listCommands = (resource: AnyResource) => {
  const { isSingle, name, one, summary } = resource
  const [many, words] = [pluralName(resource), wordsOf(resource)]
  return [
    listCommand(
      resource,
      "list",
      isSingle === true ? `Shows the ${one} as a list of one.` : `Lists the ${many}, page by page as they are read.`,
      example([...words, `list --json --columns ${summary[0] ?? "id"}`], "One column of them as JSON")
    ),
    command(
      "show",
      showing(resource),
      running(ofLists, (given, { show }) => show(resource, given)),
      `Shows all that is known of ${isSingle === true ? "the" : "one"} ${one}.`,
      example([...words, "show", resource.example], "All that is known of one")
    ),
    command(
      "export",
      exporting(resource),
      running(ofLists, (given, { exportTo }) => exportTo(resource, given)),
      `Writes ${isSingle === true ? "the" : "all"} ${many} as CSV, to a file that is there as a whole or not at all.`,
      example([...words, "export", `${name}.csv`], "To a file in this folder")
    )
  ] as const
}

/** Commands of a resource that no definition of it has. */
const further: Readonly<Record<string, ReadonlyArray<typeof importUsers>>> = { users: [importUsers] }

const isOf =
  ({ name }: AnyResource) =>
  (query: { readonly name: string }) =>
    groupOf(query.name) === name

const resourceCommand = (resource: AnyResource) => {
  const { actions, forms = [], queries = [], isLocal, isSingle, name, tabs = [] } = resource
  const isListed = isLocal !== true
  return Command.make(name).pipe(
    Command.withDescription(
      isSingle === true
        ? `Shows the ${resource.one}, and what is done to it.`
        : isListed
          ? `Lists ${pluralName(resource)}, and what is done to them.`
          : `${resource.title}: ${resource.about ?? ""}`
    ),
    withExample([...wordsOf(resource), isListed ? "list" : "--help"], "Which there are"),
    Command.withSubcommands([
      ...(isListed ? listCommands(resource) : []),
      // a list on the screen of this resource
      ...resources
        .filter(({ within }) => within?.resource === name)
        .map((inner) =>
          listCommand(
            inner,
            inner.name,
            `Lists the ${pluralName(inner)}.`,
            example([name, inner.name], "Which there are")
          )
        ),
      ...(name === "session" ? ofSession : []),
      ...actions.map((action) => actionCommand(resource, action)),
      ...forms.map((action) => formCommand(resource, action)),
      ...queries.filter(isOf(resource)).map((query) => queryCommand(resource, query)),
      ...tabs.flatMap(({ query, isOfScreen }) =>
        query === undefined || isOfScreen === true ? [] : [queryCommand(resource, query)]
      ),
      ...(further[name] ?? [])
    ])
  )
}

const withExample = (words: ReadonlyArray<string | undefined>, description: string) =>
  Command.withExamples([{ command: ["remote-assist", ...words].filter(Boolean).join(" "), description }])

const groupCommand = (group: ResourceGroup) =>
  Command.make(group.name).pipe(
    Command.withDescription(
      `What an emulator is controlled with: ${groupResources(group).map(pluralName).join(", ")}.`
    ),
    withExample([group.name, groupResources(group)[0]?.name, "list"], "What there is"),
    Command.withSubcommands(groupResources(group).map(resourceCommand))
  )

/** Commands of what is found out on the screen of a resource, and is named for something else: `tokens info`. */
const otherCommands = (resource: AnyResource) => {
  const others = (resource.queries ?? []).filter((query) => !isOf(resource)(query))
  return [...Map.groupBy(others, ({ name }) => groupOf(name))].map(([name, queries]) =>
    Command.make(name).pipe(
      Command.withDescription(
        `${capitalize(queries.map(({ label, object = "" }) => `${label} ${object}`.trim()).join(", "))}.`
      ),
      withExample([name, queries.map(({ name }) => verb(name))[0]], "Which there are"),
      Command.withSubcommands(queries.map((query) => queryCommand(resource, query)))
    )
  )
}

/** The commands: of every resource and its actions, of the session and of profiles. */
export const commands = [
  ...screens.map(resourceCommand),
  ...resources.flatMap(otherCommands),
  ...groups.map(groupCommand),
  login,
  logout,
  profiles,
  keys
] as const
