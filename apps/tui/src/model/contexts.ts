import type { AccountState } from "../engine/account/Account.ts"
import { boxContext, tabContext } from "../keymap/names.ts"
import type { AnyResource, ResourceGroup } from "../resources/Resource.ts"
import { isFiltered, isShownLoggedOut } from "../resources/Resource.ts"
import { groupResources, resources } from "../resources/resources.ts"
import * as Form from "./Form.ts"
import * as LogInForm from "./logInForm.ts"
import type { Model } from "./Model.ts"
import type { Ui } from "./Ui.ts"

const overlays = {
  Help: ["reader", "always"],
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
/** The same in the last field of the form, where Enter sends it. */
const atLast = (contexts: ReadonlyArray<string>) => contexts.map((name) => (name === "logInNext" ? "logInSend" : name))
const sending = ["sending", "form", "formOverlay", "field", "always"]
const inChart = ({ name }: AnyResource) => ["chart", tabContext(name), "global", "always"]
const ofRows = ({ name, secret }: AnyResource) => [name, ...(secret === undefined ? [] : ["secret"])]
// what nobody has to be logged in for has few keys besides while nobody is
const besides = (isOut: boolean) => (isOut ? "public" : "global")
const detailsOf = (screen: AnyResource, isOut = false) => {
  const tabs = screen.tabs === undefined ? [] : [tabContext(screen.name), "tabs"]
  return ["details", ...tabs, ...ofRows(screen), besides(isOut), "always"]
}
const listOf = (screen: AnyResource, isOut = false) => [
  ...ofRows(screen),
  ...(isFiltered(screen) ? ["filtered"] : []),
  "list",
  ...(screen.isShort === true ? [] : ["ranges"]),
  besides(isOut),
  "always"
]

/** In a box, letters that go to the other boxes take the place of those that every list has. */
const ofBox = (screen: AnyResource, within: ResourceGroup): ReadonlyArray<string> => [
  screen.name,
  ...(screen.follow === undefined ? [] : ["followed"]),
  ...(isFiltered(screen) ? ["filtered"] : []),
  ...groupResources(within).flatMap((box) => (box === screen ? [] : [boxContext(box.name)])),
  "boxes",
  "global",
  "always"
]

/** All places where one can be: which keys apply at once there. */
export const places: ReadonlyArray<ReadonlyArray<string>> = [
  connecting,
  loggingIn,
  atLast(loggingIn),
  atLast(overlays.LogIn),
  sending,
  ...Object.values(overlays),
  ...Object.values(importSteps),
  ...resources.flatMap((resource) =>
    resource.group === undefined
      ? [listOf(resource), detailsOf(resource), inChart(resource)]
      : [ofBox(resource, resource.group)]
  ),
  ...resources.filter(isShownLoggedOut).flatMap((resource) => [listOf(resource, true), detailsOf(resource, true)])
]

/** Whether the credentials of the settings are tried, and again while there is no connection. */
export const isConnecting = ({ busy, retryAt, who }: AccountState, isGiven: boolean): boolean =>
  who === undefined && isGiven && (busy || retryAt !== undefined)

/** Whether the log-in form is what there is: nobody is logged in, and what is done on the screen needs somebody to be. */
export const isLogIn = ({ screen }: Ui, { who }: AccountState): boolean =>
  who === undefined && !isShownLoggedOut(screen)

const inLogIn = ({ logIn }: Ui, contexts: ReadonlyArray<string>) =>
  Form.isAtLast(LogInForm.formOf(logIn)) ? atLast(contexts) : contexts

/** Which keys apply where the person is; the nearest first. */
export const contextsOf = (ui: Ui, account: AccountState, isGiven: boolean): ReadonlyArray<string> => {
  const { chart, overlay, pane, screen } = ui
  const isOut = account.who === undefined
  if (isConnecting(account, isGiven)) return connecting
  if (isLogIn(ui, account)) return overlay?._tag === "Menu" ? overlays.Menu : inLogIn(ui, loggingIn)
  if (overlay?._tag === "LogIn") return inLogIn(ui, overlays.LogIn)
  if (overlay?._tag === "Form" && Form.isAtLast(overlay.form)) return sending
  if (overlay?._tag === "Import") return importSteps[overlay.step]
  if (overlay !== undefined) return overlays[overlay._tag]
  if (chart !== undefined) return inChart(screen)
  if (screen.group !== undefined) return ofBox(screen, screen.group)
  return pane === "details" ? detailsOf(screen, isOut) : listOf(screen, isOut)
}

/** Which keys apply where the person is once what lies over the screen is closed; the nearest first. */
export const contextsUnder = ({ account, given, ui }: Pick<Model, "account" | "given" | "ui">): ReadonlyArray<string> =>
  contextsOf({ ...ui.get(), overlay: undefined }, account.state.get(), given !== undefined)
