import type { EnterpriseUsers } from "@remote-assist/core"

import * as TextField from "./components/TextField.ts"
import * as Form from "./model/Form.ts"

export type ScreenName = "users" | "pods"

/** What lies over the screen and takes the keys. */
export type Overlay =
  | { readonly _tag: "Help"; readonly top: number }
  | { readonly _tag: "Filter"; readonly field: TextField.TextField }
  | {
      readonly _tag: "Delete"
      readonly user: EnterpriseUsers.EnterpriseUser
      readonly field: TextField.TextField
      /** Whether something else was typed than the user's e-mail. */
      readonly differs: boolean
    }

/** Where the person at the keyboard is. */
export interface Ui {
  readonly screen: ScreenName
  readonly overlay: Overlay | undefined
  /** Whether details are shown where there is no room beside the list. */
  readonly details: boolean
  /** The number typed before a command, such as 50 in `50%`. */
  readonly count: string
  readonly form: Form.Form
}

export const initial: Ui = { screen: "users", overlay: undefined, details: false, count: "", form: Form.empty }
