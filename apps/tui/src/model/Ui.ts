import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Stream from "effect/Stream"

import type { Action, FormAction, FormValues, Query, Services } from "../actions/Action.ts"
import type { Report } from "../actions/Report.ts"
import type { Target } from "../engine/Batch.ts"
import type { Id } from "../engine/lists/PageCache.ts"
import { Screen } from "../engine/Program.ts"
import * as Observable from "../Observable.ts"
import type { Failure, Problem } from "../Problem.ts"
import type { AnyResource, AnyRow, RowOptions } from "../resources/Resource.ts"
import { resources } from "../resources/resources.ts"
import type { ChartState } from "../statistics/ChartState.ts"
import type { Statistics } from "../statistics/Statistics.ts"
import type * as Form from "./Form.ts"
import type { Importing } from "./Importing.ts"
import * as LogInForm from "./LogInForm.ts"
import type * as Menu from "./Menu.ts"
import type * as TextField from "./TextField.ts"

/** A question before an action runs. */
export interface Question {
  readonly _tag: "Confirm"
  readonly action: Action<AnyRow>
  readonly target: Target
  /** The consequence, in sentences. */
  readonly meaning: string
  /** The form to submit and its values; without it, the action runs. */
  readonly of?: { readonly filling: FormState; readonly values: FormValues }
  /** The name of the target, typed to confirm. */
  readonly field: TextField.TextField
}

/** An open form. */
export interface FormState {
  readonly _tag: "Form"
  readonly action: FormAction<AnyRow> | Query<AnyRow>
  readonly resource: AnyResource
  /** The row when the form was opened, or `undefined` if it creates one. */
  readonly row: unknown
  readonly form: Form.Form
  /** The form when it was opened, without a draft. */
  readonly first: Form.Form
  readonly isDraft: boolean
  readonly isBusy: boolean
  readonly problem: Problem | string | undefined
  /** The message of the form before it. */
  readonly notice?: string
}

/** The typed values of forms that were closed, without secrets. */
export type Drafts = ReadonlyMap<string, Readonly<Record<string, string>>>

/** The log-in form over a screen. */
export interface LogIn {
  readonly _tag: "LogIn"
}

/** The result of a query. While the query runs there is neither a report nor a problem. */
export class ReportView {
  readonly _tag = "Report"
  readonly top: number = 0
  readonly title: string
  readonly report: Report | undefined = undefined
  readonly problem: Problem | undefined = undefined
  readonly isRevealed: boolean = false
  /** How many answers the query had. */
  readonly answers: number = 0
  /** Identifies the last query: results of earlier ones are dropped. */
  readonly queryId?: symbol
  readonly again?: () => void

  constructor(title: string) {
    this.title = title
  }
}

/** The path of the file to write; `replaces` asks before an existing file is overwritten. */
export interface Export {
  readonly _tag: "Export"
  readonly field: TextField.TextField
  readonly replaces: boolean
  /** The rows and fields to write, in sentences. */
  readonly what: string
  readonly fields: AnyResource["fields"]
  /** Returns the rows; calls back with each page that it reads. */
  readonly rows: (onPage: NonNullable<RowOptions<never>["onPage"]>) => Stream.Stream<AnyRow, Failure, Services>
}

/** What covers the screen and receives the keys. */
export type Overlay =
  | { readonly _tag: "Help" | "Notices"; readonly top: number }
  /** The help, with only the keys that contain the typed text. */
  | { readonly _tag: "HelpSearch"; readonly top: number; readonly field: TextField.TextField }
  /** A request as a curl command, and its outcome. */
  | {
      readonly _tag: "Request"
      readonly top: number
      readonly title: string
      readonly outcome: string
      readonly curl: string
    }
  | { readonly _tag: "Filter"; readonly field: TextField.TextField }
  /** The command line, and the error of the command before. */
  | { readonly _tag: "Command"; readonly field: TextField.TextField; readonly problem: string | undefined }
  | Menu.Open
  | FormState
  | Importing
  | ReportView
  | Export
  /** The confirmation of a bulk action. */
  | { readonly _tag: "Bulk"; readonly field: TextField.TextField }
  | LogIn
  | { readonly _tag: "Quit" | "LogOut" }
  | Question

type Tag = Overlay["_tag"]

type Tagged<T extends Tag> = Extract<Overlay, { readonly _tag: T }>

const hasTag = <T extends Tag>(overlay: Overlay | undefined, tag: T): overlay is Tagged<T> => overlay?._tag === tag

/** The open charts of a call. */
export interface OpenChart {
  readonly title: string
  /** The tabs of the call, the active one in brackets. */
  readonly tabs?: string
  readonly statistics: Statistics
  readonly state: ChartState
}

/** The state of the screen. */
export class Ui {
  readonly screen: AnyResource = resources[0]
  /** The box that last had the focus, by group. */
  readonly boxes: ReadonlyMap<string, AnyResource> = new Map()
  readonly overlay: Overlay | undefined = undefined
  /** The form to return to from a menu, or the import to return to from the help. */
  readonly parent: FormState | LogIn | Importing | undefined = undefined
  /** Covers the screen, below the overlay. */
  readonly chart: OpenChart | undefined = undefined
  readonly details: boolean = false
  /** The pane that movement keys apply to. */
  readonly pane: "list" | "details" = "list"
  readonly tab: number = 0
  readonly isFull: boolean = false
  /** First visible line of the details. */
  readonly detailsTop: number = 0
  /** The list or the tab that the user refreshed last, and the time of the read before. */
  readonly refresh?: { readonly resource: AnyResource; readonly since: number; readonly isTab: boolean } | undefined
  /** The row whose secret is shown. */
  readonly revealed: Id | undefined = undefined
  /** Values that forms of a resource share, from one to the next. */
  readonly shared: Readonly<Record<string, string>> = {}
  readonly drafts: Drafts = new Map()
  /** The number typed before a command, such as 50 in `50%`. */
  readonly count: string = ""
  /** The first key of a chord, such as `g`. */
  readonly prefix: string = ""
  readonly logIn: LogInForm.LogInForm = LogInForm.empty
  /** The validation error of the log-in form. */
  readonly mistake: string | undefined = undefined
  /** The overlay when the session ended. It opens again after the same user has logged in. */
  readonly suspended: Overlay | undefined = undefined
}

export const initial = new Ui()

/** How far the text on screen scrolls, as the last frame showed it. */
export interface ScrollLimits {
  /** The maximum first line. */
  maxTop: number
  /** Lines of a screenful. */
  page: number
  isBeside: boolean
  /** Whether the terminal has no room for the screen. */
  isTooSmall: boolean
}

/** The state of the screen, as commands read and change it. */
export class UiStore extends Context.Service<UiStore, Store>()("@remote-assist/tui/UiStore") {
  /** Layer for the first screen; `email` fills in the log-in form. */
  static readonly layer = (email?: string): Layer.Layer<UiStore | Screen> =>
    Layer.effect(
      Screen,
      Effect.map(UiStore, (ui) => ({
        has: ({ group, name }: AnyResource) => {
          const { screen } = ui.get()
          return screen.name === name || (group !== undefined && screen.group === group)
        },
        showsList: (resource: AnyResource) => showsList(ui.get(), resource),
        showReport: (report: Report) => ui.open({ ...new ReportView(report.title), report })
      }))
    ).pipe(Layer.provideMerge(Layer.sync(UiStore, () => make(email))))
}

export const make = (email?: string) => {
  const logIn = email === undefined ? LogInForm.empty : LogInForm.fromAccount({ who: email })
  const state = Observable.make<Ui>({ ...initial, logIn })
  const scrollLimits: ScrollLimits = { maxTop: 0, page: 10, isBeside: false, isTooSmall: false }
  const set = (change: Partial<Ui>) => state.update((now) => ({ ...now, ...change }))
  return {
    ...state,
    scrollLimits,
    set,
    open: (overlay: Overlay) => set({ overlay }),
    close: () => set({ overlay: undefined }),
    /** Returns the overlay if it has this tag. */
    overlayOf: <T extends Tag>(tag: T): Tagged<T> | undefined => {
      const { overlay } = state.get()
      return hasTag(overlay, tag) ? overlay : undefined
    },
    /** Returns a command that uses the overlay if it has this tag. */
    on:
      <T extends Tag>(tag: T, use: (overlay: Tagged<T>) => void) =>
      (): void => {
        const { overlay } = state.get()
        if (hasTag(overlay, tag)) use(overlay)
      },
    /** Replaces the overlay if it has this tag. */
    updateOverlay: <T extends Tag>(tag: T, change: (overlay: Tagged<T>) => Overlay | undefined) =>
      state.update((now) => (hasTag(now.overlay, tag) ? { ...now, overlay: change(now.overlay) } : now))
  }
}

export type Store = ReturnType<typeof make>

/** Overlays below the rows; all others cover them. */
const belowRows: ReadonlySet<string> = new Set(["Filter", "Command", "Export", "Bulk", "Confirm", "Quit", "LogOut"])

/** Whether the rows of a resource are visible. */
export const showsList = ({ chart, overlay, screen }: Ui, resource: AnyResource): boolean =>
  screen === resource && chart === undefined && (overlay === undefined || belowRows.has(overlay._tag))
