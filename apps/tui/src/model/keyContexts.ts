import type { Account } from "../engine/Account.ts"
import type { AccountState } from "../engine/AccountState.ts"
import { boxContext, tabContext } from "../keymap/Keys.ts"
import type { Observable } from "../Observable.ts"
import type { AnyResource, ResourceGroup } from "../resources/Resource.ts"
import { groupResources, resources } from "../resources/resources.ts"
import * as Form from "./Form.ts"
import * as LogInForm from "./LogInForm.ts"
import type { Ui } from "./Ui.ts"

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
  const tabs = screen.tabs === undefined ? [] : [tabContext(screen.name), "tabs"]
  return ["details", ...tabs, ...ofRows(screen), ...outer(isLoggedOut)]
}

const ofList = (screen: AnyResource, isLoggedOut = false) => [
  ...ofRows(screen),
  ...(isFiltered(screen) ? ["filtered"] : []),
  "list",
  ...(screen.isShort === true ? [] : ["ranges"]),
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
  if (overlay?._tag === "Import") return importSteps[overlay.step]
  if (overlay !== undefined) return overlays[overlay._tag]
  if (chart !== undefined) return ofChart(screen)
  if (screen.group !== undefined) return ofBox(screen, screen.group)
  return pane === "details" ? ofDetails(screen, isLoggedOut) : ofList(screen, isLoggedOut)
}

/** Returns the contexts whose keys apply once the overlay is closed. */
export const keyContextsBelow = ({
  account,
  credentials,
  ui
}: {
  readonly account: Pick<Account["Service"], "state">
  readonly credentials: unknown
  readonly ui: Observable<Ui>
}): ReadonlyArray<string> =>
  keyContexts({ ...ui.get(), overlay: undefined }, account.state.get(), credentials !== undefined)
