import type * as Result from "effect/Result"

import type { Action } from "../actions/Action.ts"
import type { FormAction } from "../actions/FormAction.ts"
import type { Target } from "../engine/Changes.ts"
import type { Problem } from "../Problem.ts"
import type { Code } from "../requests/sdkCode.ts"
import { resources } from "../resources/registry.ts"
import type { AnyResource } from "../resources/registry.ts"
import type * as Form from "./Form.ts"
import * as LogInForm from "./logInForm.ts"
import type * as Menu from "./Menu.ts"
import * as TextField from "./TextField.ts"

/** A question before something is done: what it is, to what, and what it means. */
export interface Question {
  readonly _tag: "Confirm"
  // oxlint-disable-next-line typescript/no-explicit-any -- the target is a row of its resource
  readonly action: Action<any>
  readonly target: Target
  /** What it means, in sentences. */
  readonly meaning: string
  /** What is typed to confirm it: the name of the target. */
  readonly field: TextField.TextField
  /** Whether something else was typed. */
  readonly differs: boolean
}

/** A form that is filled in. */
export interface Filling {
  readonly _tag: "Form"
  // oxlint-disable-next-line typescript/no-explicit-any -- the form is of the resource
  readonly action: FormAction<any>
  readonly resource: AnyResource
  /** What it changes, as it was when the form was opened; nothing where it makes one. */
  readonly row: unknown
  readonly form: Form.Form
  readonly isBusy: boolean
  readonly problem: Problem | string | undefined
}

/** What lies over the screen and takes the keys. */
export type Overlay =
  | { readonly _tag: "Help" | "Notices"; readonly top: number }
  /** A request as programs send it, and what became of it where it was sent. */
  | {
      readonly _tag: "Request"
      readonly top: number
      readonly title: string
      readonly outcome: string
      readonly curl: string
      /** The code of the SDK, or why there is none. */
      readonly code: Result.Result<Code, string>
    }
  | { readonly _tag: "Filter"; readonly field: TextField.TextField }
  /** A command that is typed, and why the one before was none. */
  | { readonly _tag: "Command"; readonly field: TextField.TextField; readonly problem: string | undefined }
  | Menu.Open
  | Filling
  /** What is typed to confirm an action to many rows. */
  /** The name of a file to write to; `replaces` where there is one, which it is asked about. */
  | { readonly _tag: "Export"; readonly field: TextField.TextField; readonly replaces: boolean }
  | { readonly _tag: "Bulk"; readonly field: TextField.TextField }
  | { readonly _tag: "Quit" | "LogOut" }
  | Question

/** Where the person at the keyboard is. */
export interface Ui {
  readonly screen: AnyResource
  readonly overlay: Overlay | undefined
  /** Whether details are shown where there is no room beside the list. */
  readonly details: boolean
  /** Where keys go that move. */
  readonly pane: "list" | "details"
  /** First line of the details on screen. */
  readonly detailsTop: number
  /** The number typed before a command, such as 50 in `50%`. */
  readonly count: string
  /** The first key of a command of two, such as `g`. */
  readonly prefix: string
  /** The log-in form. */
  readonly logIn: Form.Form
  /** What is wrong with what was typed there. */
  readonly mistake: string | undefined
}

export const initial: Ui = {
  screen: resources[0],
  overlay: undefined,
  details: false,
  pane: "list",
  detailsTop: 0,
  count: "",
  prefix: "",
  logIn: LogInForm.empty,
  mistake: undefined
}
