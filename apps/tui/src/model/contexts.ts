import type { AccountState } from "../engine/Account.ts"
import * as Form from "./Form.ts"
import type { Ui } from "./Ui.ts"

const overlays = {
  Help: ["reader", "always"],
  Request: ["request", "reader", "always"],
  Notices: ["reader", "always"],
  Filter: ["filter", "field", "always"],
  Command: ["line", "field", "always"],
  Menu: ["menu", "field", "always"],
  Form: ["filling", "form", "formOverlay", "field", "always"],
  Export: ["export", "field", "always"],
  Bulk: ["bulk", "field", "always"],
  Confirm: ["confirm", "field", "always"],
  Quit: ["quit", "always"],
  LogOut: ["logOut", "always"]
} as const

/** Whether the credentials of the settings are tried, and again while there is no connection. */
export const isConnecting = ({ busy, retryAt, who }: AccountState, isGiven: boolean): boolean =>
  who === undefined && isGiven && (busy || retryAt !== undefined)

/** Which keys apply where the person is; the nearest first. */
export const contextsOf = (
  { overlay, pane, screen }: Ui,
  account: AccountState,
  isGiven: boolean
): ReadonlyArray<string> => {
  if (isConnecting(account, isGiven)) return ["connect", "always"]
  if (account.who === undefined && overlay?._tag === "Menu") return overlays.Menu
  if (account.who === undefined) return ["logIn", "form", "field", "always"]
  if (overlay?._tag === "Form" && Form.isAtLast(overlay.form))
    return ["sending", "form", "formOverlay", "field", "always"]
  if (overlay !== undefined) return overlays[overlay._tag]
  if (pane === "details") return ["details", screen.name, "global", "always"]
  return [screen.name, ...(screen.filterExample === undefined ? [] : ["filtered"]), "list", "global", "always"]
}
