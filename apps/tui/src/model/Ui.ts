import type { Action } from "../actions/Action.ts"
import type { FormAction } from "../actions/FormAction.ts"
import type { Inquiry } from "../actions/Inquiry.ts"
import type { Report } from "../actions/Report.ts"
import type { Target } from "../engine/changes/Group.ts"
import type { Id } from "../engine/Id.ts"
import type { Problem } from "../Problem.ts"
import type { AnyResource } from "../resources/Resource.ts"
import { resources } from "../resources/resources.ts"
import type { ChartState } from "../statistics/ChartState.ts"
import type { Statistics } from "../statistics/Statistics.ts"
import type { Drafts } from "./drafts.ts"
import type * as Form from "./Form.ts"
import type { Importing } from "./Importing.ts"
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
  /** The form that it is asked of, and what that holds; without one, the action takes nothing. */
  readonly of?: { readonly filling: Filling; readonly values: Readonly<Record<string, unknown>> }
  /** What is typed to confirm it: the name of the target. */
  readonly field: TextField.TextField
  /** Whether something else was typed. */
  readonly differs: boolean
}

/** A form that is filled in. */
export interface Filling {
  readonly _tag: "Form"
  // oxlint-disable-next-line typescript/no-explicit-any -- the form is of the resource
  readonly action: FormAction<any> | Inquiry<any>
  readonly resource: AnyResource
  /** What it is about, as it was when the form was opened; nothing where it makes one. */
  readonly row: unknown
  readonly form: Form.Form
  /** What stood in it at first. */
  readonly first: Form.Form
  /** Whether what was typed before it was left is in it again. */
  readonly isDraft: boolean
  readonly isBusy: boolean
  readonly problem: Problem | string | undefined
  /** What was done before, where that led here. */
  readonly said?: string
}

/** The log-in form over a screen, while somebody is logged in. */
export interface LogIn {
  readonly _tag: "LogIn"
}

/** What was found out, or why it was not; neither while it is asked for. */
export interface Reading {
  readonly _tag: "Report"
  readonly top: number
  readonly title: string
  readonly report: Report | undefined
  readonly problem: Problem | undefined
  /** Whether secrets are shown. */
  readonly isRevealed: boolean
  /** What it was asked for by last: the answer to anything else is not shown here. */
  readonly asked?: symbol
  /** Asks once more, where it was asked for. */
  readonly again?: () => void
}

/** What lies over the screen and takes the keys. */
export type Overlay =
  | { readonly _tag: "Help" | "Notices"; readonly top: number }
  /** A request as a line for curl, and its answer if it was sent. */
  | {
      readonly _tag: "Request"
      readonly top: number
      readonly title: string
      readonly outcome: string
      readonly curl: string
    }
  | { readonly _tag: "Filter"; readonly field: TextField.TextField }
  /** A command that is typed, and why the one before was none. */
  | { readonly _tag: "Command"; readonly field: TextField.TextField; readonly problem: string | undefined }
  | Menu.Open
  | Filling
  | Importing
  | Reading
  /** The name of a file to write to; `replaces` where there is one, which it is asked about. */
  | { readonly _tag: "Export"; readonly field: TextField.TextField; readonly replaces: boolean }
  /** What is typed to confirm an action to many rows. */
  | { readonly _tag: "Bulk"; readonly field: TextField.TextField }
  | LogIn
  | { readonly _tag: "Quit" | "LogOut" }
  | Question

/** The statistics of a call that are looked at, and where in them. */
export interface OpenChart {
  readonly title: string
  /** The tabs of the call, the one that is looked at in brackets. */
  readonly tabs?: string
  readonly statistics: Statistics
  readonly state: ChartState
}

/** Where the person at the keyboard is. */
export interface Ui {
  readonly screen: AnyResource
  /** Of the screens of several boxes, the box that had the keys last. */
  readonly boxes: ReadonlyMap<string, AnyResource>
  readonly overlay: Overlay | undefined
  /** The form that one goes back to from a menu of what it can be given. */
  readonly behind: Filling | LogIn | undefined
  /** Lies over the screen and under the overlay. */
  readonly chart: OpenChart | undefined
  /** Whether details are shown where there is no room beside the list. */
  readonly details: boolean
  /** Where keys go that move. */
  readonly pane: "list" | "details"
  /** Which tab of the details is looked at while they are asked for, counted from 0. */
  readonly tab: number
  /** Whether the details have the whole screen. */
  readonly isFull: boolean
  /** First line of the details on screen. */
  readonly detailsTop: number
  /** The row of which what is secret is shown. */
  readonly revealed: Id | undefined
  /** What was sent in fields that forms keep from one to the next. */
  readonly kept: Readonly<Record<string, string>>
  /** What was typed in forms that were left. */
  readonly drafts: Drafts
  /** The number typed before a command, such as 50 in `50%`. */
  readonly count: string
  /** The first key of a command of two, such as `g`. */
  readonly prefix: string
  /** The log-in form. */
  readonly logIn: LogInForm.LogInForm
  /** What is wrong with what was typed there. */
  readonly mistake: string | undefined
  /** What lay over the screen when the session ended: it is there again for who logs in as the same. */
  readonly aside: Overlay | undefined
}

export const initial: Ui = {
  screen: resources[0],
  boxes: new Map(),
  overlay: undefined,
  behind: undefined,
  chart: undefined,
  details: false,
  pane: "list",
  tab: 0,
  isFull: false,
  detailsTop: 0,
  revealed: undefined,
  kept: {},
  drafts: new Map(),
  count: "",
  prefix: "",
  logIn: LogInForm.empty,
  mistake: undefined,
  aside: undefined
}

/** What is typed or asked below the rows: all else takes their place. */
const below: ReadonlySet<string> = new Set(["Filter", "Command", "Export", "Bulk", "Confirm", "Quit", "LogOut"])

/** Whether the rows of a resource are on screen: nothing that is read, chosen from or filled in hides them. */
export const showsList = ({ chart, overlay, screen }: Ui, resource: AnyResource): boolean =>
  screen === resource && chart === undefined && (overlay === undefined || below.has(overlay._tag))
