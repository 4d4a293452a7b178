import { Region } from "@remote-assist/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

import { Account } from "../engine/Account.ts"
import type { AccountState } from "../engine/AccountState.ts"
import { Bulk } from "../engine/Bulk.ts"
import { Changes } from "../engine/Changes.ts"
import { Environment } from "../engine/Environment.ts"
import { FilterHistory } from "../engine/FilterHistory.ts"
import { Columns, Lists } from "../engine/lists/Lists.ts"
import * as ListState from "../engine/lists/ListState.ts"
import * as Marks from "../engine/lists/Marks.ts"
import { Notices, Program } from "../engine/Program.ts"
import { Tabs } from "../engine/Tabs.ts"
import type { ActiveTab } from "../engine/Tabs.ts"
import { LiveUpdates, Watch } from "../engine/Watch.ts"
import type { Clipboard } from "../input/Clipboard.ts"
import type { Opener } from "../input/Opener.ts"
import { boxContext, screenCommand, tabContext } from "../keymap/Keys.ts"
import type { Keys } from "../keymap/Keys.ts"
import * as Observable from "../Observable.ts"
import { Profile } from "../profiles/Profile.ts"
import { Requests } from "../requests/Requests.ts"
import type { AnyResource, AnyRow, ResourceGroup } from "../resources/Resource.ts"
import { idOfService } from "../resources/Resource.ts"
import { groupResources, groups, resources } from "../resources/resources.ts"
import type { Credentials, SessionOwner } from "../session/Credentials.ts"
import { SessionStorage } from "../session/Credentials.ts"
import * as Form from "./Form.ts"
import * as LogInForm from "./LogInForm.ts"
import * as Menu from "./Menu.ts"
import { UiStore } from "./Ui.ts"
import type { Ui } from "./Ui.ts"
import { Exporting } from "./unfinishedWork.ts"

/** A profile to switch to. */
export interface ProfileChoice {
  readonly name: string
  readonly region: string
  readonly address: string
  readonly isReadOnly: boolean
  readonly whose: SessionOwner | undefined
}

/** What the terminal UI is started with. */
export class Options extends Context.Service<
  Options,
  {
    readonly credentials: Credentials | undefined
    readonly profiles: ReadonlyArray<ProfileChoice>
    readonly keys: Keys
    readonly clipboard: Clipboard
    /** Opens addresses in the browser. */
    readonly opener: Opener
  }
>()("@remote-assist/tui/Options") {}

/** The services that views and commands use, from the layers of `Tui.ts`. */
export const make = Effect.all({
  account: Account,
  bulk: Bulk,
  changes: Changes,
  columns: Columns,
  environment: Environment,
  exporting: Exporting,
  history: FilterHistory,
  lists: Lists,
  liveUpdates: LiveUpdates,
  notices: Notices,
  options: Options,
  profile: Profile,
  program: Program,
  region: Region.Region,
  requests: Requests,
  storage: SessionStorage,
  tabs: Tabs,
  ui: UiStore,
  watch: Watch
}).pipe(Effect.map(({ options, ...services }) => ({ ...options, ...services })))

export interface Model extends Effect.Success<typeof make> {}

/** Counts the changes of everything that is shown. */
export const makeChanges = (model: Model): Observable.Observable<number> => {
  const changes = Observable.make(0)
  const shown = [
    model.ui,
    model.tabs.state,
    model.environment.kind,
    model.liveUpdates.isFollowing,
    model.requests.state,
    model.requests.offlineSince,
    model.exporting,
    model.bulk.state,
    model.columns.state,
    model.watch.state,
    model.account.state,
    model.changes.state,
    model.notices.state,
    ...model.lists.all.map(({ state }) => state),
    ...resources.map((resource) => model.lists.marksOf(resource).state)
  ]
  for (const { subscribe } of shown) subscribe(() => changes.update((count) => count + 1))
  return changes
}

/** Returns the active tab of the selected row, if a query fills it. */
export const activeTab = ({ account, lists, ui }: Pick<Model, "account" | "lists" | "ui">): ActiveTab | undefined => {
  const { details, screen, tab } = ui.get()
  const query = screen.tabs?.[tab]?.query
  if (!details || query === undefined || account.state.get().who === undefined) return undefined
  const row = ListState.selected(lists.of(screen).state.get())
  return row === undefined ? undefined : { resource: screen, query, row }
}

/** Returns the charts of the active tab, if it has measurements. */
export const drawableTab = (model: Pick<Model, "account" | "lists" | "tabs" | "ui">) => {
  const active = activeTab(model)
  const statistics = active && model.tabs.of(active).report?.chart
  if (active === undefined || statistics === undefined || statistics.times.length === 0) return undefined
  const { query, resource, row } = active
  const tabs = (resource.tabs ?? []).map((tab, at) =>
    tab.query === query ? `[${at + 1} ${tab.title}]` : `${at + 1} ${tab.title}`
  )
  return { title: resource.nameOf(row), tabs: tabs.join("  "), statistics }
}

/** Returns the names of the screens and boxes that are hidden, because the server is not of their kind. */
export const hiddenScreens = ({ environment }: Model): ReadonlyArray<string> =>
  groups
    .filter(({ place }) => place !== environment.kind.get())
    .flatMap((group) => [group, ...groupResources(group)])
    .map(({ name }) => name)

/** Returns the commands that do nothing for a list now, or for its selected row. */
export const unavailableCommands = (model: Model, resource: AnyResource): ReadonlyArray<string> => {
  const { keys, lists } = model
  const state = lists.of(resource).state.get()
  const { actions, copies = [], formLinks = [], forms = [], links = [], queries = [] } = resource
  const withRow = [...forms, ...queries].filter(({ on }) => on === "one")
  const takesMarks = resource.isSingle !== true && [...actions, ...formLinks, ...withRow].length > 0
  const ofList = [
    ...hiddenScreens(model).map(screenCommand),
    ...(ListState.isPartial(state) ? [] : ["list.loadAll"]),
    ...(resource.isMenu === true || resource.isOfProgram === true ? ["copy.curl", "request.ofList"] : []),
    ...(takesMarks ? [] : ["marks.toggle", "marks.range", "marks.all", "boxes.mark"]),
    ...(resource.isMenu === true ? ["sort.open", "list.refresh", "watch.toggle"] : []),
    ...(idOfService(resource) === undefined ? ["copy.id"] : [])
  ]
  const row: AnyRow = ListState.selected(state)
  // actions also apply to marked rows
  const ofRow = Marks.count(lists.marksOf(resource).state.get()) > 0 ? [] : actions
  if (row !== undefined && !ListState.isDeleted(state)) {
    const needless = ofRow.filter((action) => action.needless?.(row) !== undefined).map(({ name }) => name)
    const secrets = resource.secret?.value(row) === undefined ? ["secret.reveal", "secret.copy"] : []
    return [...ofList, ...needless, ...(resource.idle?.(row) ?? []), ...secrets]
  }
  const needRow = row === undefined ? keys.bindings.filter((binding) => binding.needsRow === true) : []
  const ofResource = [...withRow, ...copies, ...links, ...formLinks, ...ofRow].map(({ name }) => name)
  return [...needRow.map(({ command }) => command), ...ofList, ...ofResource]
}

const overlays = {
  Help: ["help", "reader", "always"],
  HelpSearch: ["helpSearch", "field", "always"],
  Report: ["report", "reader", "always"],
  Request: ["request", "reader", "always"],
  Notices: ["reader", "always"],
  Filter: ["filter", "field", "always"],
  Command: ["line", "field", "always"],
  Menu: ["menu", "field", "always"],
  Form: ["filling", "form", "formOverlay", "field", "always"],
  Export: ["export", "field", "always"],
  Bulk: ["bulk", "field", "always"],
  Confirm: ["confirm", "field", "always"],
  LogIn: ["logInNext", "logIn", "form", "logInOverlay", "field", "always"],
  Quit: ["quit", "always"],
  LogOut: ["logOut", "always"]
} as const

const importSteps = {
  file: ["importLine", "field", "always"],
  confirming: ["importConfirm", "field", "always"],
  looking: ["importBusy", "always"],
  sending: ["importBusy", "importMoves", "always"],
  ready: ["importReady", "importMoves", "always"],
  over: ["importOver", "importMoves", "always"]
} as const

const marking = ["marking", ...overlays.Menu]
const connecting = ["connect", "always"]
const loggingIn = ["logInNext", "logIn", "form", "field", "always"]
const sending = ["sending", "form", "formOverlay", "field", "always"]

/** In the last field of a log-in form, Enter sends it. */
const atLast = (contexts: ReadonlyArray<string>) => contexts.map((name) => (name === "logInNext" ? "logInSend" : name))

const ofChart = ({ name }: AnyResource) => ["chart", tabContext(name), "global", "always"]

const ofRows = ({ name, secret }: AnyResource) => [name, ...(secret === undefined ? [] : ["secret"])]

/** Whether the list has a filter: of the service, or a text search in the loaded rows. */
export const isFiltered = ({ filterExample, group, isMenu }: AnyResource): boolean =>
  filterExample !== undefined || (group === undefined && isMenu !== true)

const outer = (isLoggedOut: boolean) => [isLoggedOut ? "public" : "global", "always"]

const ofDetails = (screen: AnyResource, isLoggedOut = false) => {
  const tabs = screen.tabs === undefined ? [] : [tabContext(screen.name)]
  return ["details", ...tabs, ...ofRows(screen), ...(isFiltered(screen) ? ["filtered"] : []), ...outer(isLoggedOut)]
}

const ofList = (screen: AnyResource, isLoggedOut = false) => [
  ...ofRows(screen),
  ...(isFiltered(screen) ? ["filtered"] : []),
  "list",
  ...outer(isLoggedOut)
]

/** In a box, the letters of the other boxes replace those that every list has. */
const ofBox = (screen: AnyResource, group: ResourceGroup): ReadonlyArray<string> => [
  screen.name,
  ...(screen.growsAtEnd === undefined ? [] : ["followed"]),
  ...(isFiltered(screen) ? ["filtered"] : []),
  ...groupResources(group).flatMap((box) => (box === screen ? [] : [boxContext(box.name)])),
  "boxes",
  "global",
  "always"
]

/** All combinations of contexts that can apply at the same time. */
export const allContexts: ReadonlyArray<ReadonlyArray<string>> = [
  connecting,
  loggingIn,
  atLast(loggingIn),
  atLast(overlays.LogIn),
  sending,
  ...Object.values(overlays),
  marking,
  ...Object.values(importSteps),
  ...resources.flatMap((resource) =>
    resource.group === undefined
      ? [ofList(resource), ofDetails(resource), ofChart(resource)]
      : [ofBox(resource, resource.group)]
  ),
  ...resources
    .filter(({ isMenu }) => isMenu === true)
    .flatMap((resource) => [ofList(resource, true), ofDetails(resource, true)])
]

/** Whether the log-in form replaces the screen. */
export const showsLogIn = ({ screen }: Ui, { who }: AccountState): boolean =>
  who === undefined && screen.isMenu !== true

/** Returns the contexts whose keys apply now, the nearest first. */
export const keyContexts = (ui: Ui, account: AccountState, hasCredentials: boolean): ReadonlyArray<string> => {
  const { chart, logIn, overlay, pane, screen } = ui
  const { busy, retryAt, who } = account
  const isLoggedOut = who === undefined
  const inLogIn = (contexts: ReadonlyArray<string>) =>
    Form.isAtLast(LogInForm.currentForm(logIn)) ? atLast(contexts) : contexts
  if (isLoggedOut && hasCredentials && (busy || retryAt !== undefined)) return connecting
  if (showsLogIn(ui, account)) return overlay?._tag === "Menu" ? overlays.Menu : inLogIn(loggingIn)
  if (overlay?._tag === "LogIn") return inLogIn(overlays.LogIn)
  if (overlay?._tag === "Form" && Form.isAtLast(overlay.form)) return sending
  if (overlay?._tag === "Menu" && Menu.isOfSeveral(overlay)) return marking
  if (overlay?._tag === "Import") return importSteps[overlay.step]
  if (overlay !== undefined) return overlays[overlay._tag]
  if (chart !== undefined) return ofChart(screen)
  if (screen.group !== undefined) return ofBox(screen, screen.group)
  return pane === "details" ? ofDetails(screen, isLoggedOut) : ofList(screen, isLoggedOut)
}

/** Returns the contexts whose keys apply once the help or a menu is closed. */
export const keyContextsBelow = ({ account, credentials, ui }: Model): ReadonlyArray<string> =>
  keyContexts({ ...ui.get(), overlay: ui.get().parent }, account.state.get(), credentials !== undefined)
