import type { Viewport } from "../engine/lists/PageCache.ts"
import type { Binding } from "../keymap/bindings.ts"
import type { Choice } from "../model/Menu.ts"
import type { TextField } from "../model/TextField.ts"
import type { Column } from "../resources/Field.ts"
import type { ChartState } from "../statistics/ChartState.ts"
import type { Statistics } from "../statistics/Statistics.ts"
import type { Tone } from "../theme.ts"

/** A text and its tone. */
export interface StyledText {
  readonly text: string
  readonly tone: Tone
  /** Whether it is dropped first if there is not enough room. */
  readonly isSpare?: boolean
  /** When it appeared, in milliseconds, if the same text may appear again. */
  readonly at?: number
}

/** A row, and whether a change to it is pending or done. */
export interface ShownRow {
  // oxlint-disable-next-line typescript/no-explicit-any -- a row of the resource
  readonly row: any
  readonly pending: string | undefined
  readonly changed: "changed" | "gone" | undefined
  readonly isMarked: boolean
  /** Titles of the columns that a watch saw change, or that the row is new. */
  readonly news?: ReadonlySet<string> | "added" | undefined
}

/** The last changes in a watched list. */
export interface ListNews {
  readonly at: number
  /** A count. */
  readonly note: string
  readonly sentence: string
}

/** A tab, and the key that opens it; `name` is that of a screen. */
export interface Tab {
  readonly name?: string
  readonly key: string
  readonly title: string
  readonly isCurrent: boolean
}

/** The header of every screen. */
export interface Header {
  readonly region: string
  readonly place: "live" | "emulator" | "unknown"
  readonly address: string
  /** Name of the profile, and whether it is read-only. */
  readonly profile: string
  readonly who: string | undefined
  /** How fresh the data is. */
  readonly state: StyledText
  /** The key that shows the keys of the screen. */
  readonly helpKey: string
  readonly noticesKey: string
  readonly quitKey: string
  /** All screens, with the keys that open them. */
  readonly tabs: ReadonlyArray<Tab>
}

/** The details of the selected row. */
export interface Details {
  readonly name: string
  readonly state: StyledText
  readonly tabs?: ReadonlyArray<Tab>
  /** The facts, or the content of the active tab. */
  readonly sections: ReadonlyArray<Section>
  /** First line on screen. */
  readonly top: number
  /** The keys that scroll and leave the details, or that enter them. */
  readonly hint: string
}

/** Rows of a resource, and the selected one. */
export interface ListBody {
  readonly _tag: "List"
  /** Name of the screen. Only bodies with the same name are compared for speech. */
  readonly name: string
  readonly title: string
  /** Position of the selection: `12 of 340`. */
  readonly place: string
  /** Notes: a filter, changed rows, a selected row that is gone. */
  readonly notes: ReadonlyArray<string>
  readonly news?: ListNews | undefined
  readonly columns: ReadonlyArray<Column<ShownRow>>
  readonly viewport: Viewport
  /** Whether there may be more rows than that. */
  readonly isOpen?: boolean
  readonly isLoading?: boolean
  /** Whether there is never more than one row. */
  readonly isSingle?: boolean | undefined
  readonly isSelected: boolean
  readonly rowAt: (index: number) => ShownRow | undefined
  /** Says why a row is missing. */
  readonly placeholder: (index: number) => string
  /** Shown if there are no rows. */
  readonly instead: string | undefined
  readonly details?: Details | undefined
  /** Whether details are shown even if they do not fit beside the list. */
  readonly withDetails?: boolean
  readonly isFull?: boolean
  /** Whether keys scroll the details. */
  readonly isInDetails?: boolean
}

/** A list among others, with its keys. */
export interface Box {
  readonly key: string
  readonly isFocused: boolean
  /** Whether it fills the remaining room. */
  readonly isMain: boolean
  readonly list: ListBody
  readonly hints: ReadonlyArray<Binding>
}

/** Several lists, one of which has the focus. */
export interface BoxesBody {
  readonly _tag: "Boxes"
  readonly name: string
  readonly title: string
  readonly boxes: ReadonlyArray<Box>
}

/** A paragraph, or a pair of label and text. */
export interface Entry extends StyledText {
  readonly label?: string
  /** Whether it is a line of code, whose spaces are kept. */
  readonly isCode?: boolean
}

export interface Section {
  readonly title?: string
  readonly entries: ReadonlyArray<Entry>
}

/** A text to read and scroll. */
export interface ReaderBody {
  readonly _tag: "Reader"
  readonly name: string
  readonly title: string
  readonly sections: ReadonlyArray<Section>
  /** Whether it has two columns if they fit. */
  readonly isWide?: boolean
  readonly top: number
}

/** A line of text under edit. */
export interface Typed {
  readonly label: string
  readonly field: TextField
  /** Shown while it is empty. */
  readonly example?: string
  readonly isSecret?: boolean
  /** Its length and limit, such as `4/512`, or the names of the chosen values. */
  readonly used?: string
  /** Which input it takes, without a full stop. */
  readonly help?: string
}

/** A form. */
export interface FormBody {
  readonly _tag: "Form"
  readonly name: string
  readonly title: string
  readonly fields: ReadonlyArray<Typed & { readonly isFocused: boolean }>
}

/** Choices, filtered by typed text. */
export interface MenuBody {
  readonly _tag: "Menu"
  readonly name: string
  readonly title: string
  readonly choices: ReadonlyArray<{ readonly label: string; readonly detail: string }>
  readonly cursor: number
}

/** The statistics of a call, and the position in them. */
export interface ChartBody {
  readonly _tag: "Chart"
  readonly name: string
  readonly title: string
  /** The tabs, the active one in brackets. */
  readonly tabs?: string
  readonly statistics: Statistics
  readonly state: ChartState
}

export type Body = ListBody | BoxesBody | ReaderBody | FormBody | MenuBody | ChartBody

/** The state of the terminal UI as data, before it is laid out or spoken. */
export interface View {
  readonly header: Header
  readonly body: Body
  /** Questions, errors and notices, a paragraph each. */
  readonly messages: ReadonlyArray<StyledText>
  /** The field below the messages. */
  readonly input: Typed | undefined
  readonly hints: ReadonlyArray<Binding>
  /** Whether the hints are the second keys of a chord. */
  readonly isChord: boolean
  /** Whether a message asks to confirm an action on the marked rows. */
  readonly asksAboutMarks: boolean
  /** Identifies the last refresh of the user, once it has ended. */
  readonly refreshed?: number | undefined
  /** The typed part of an incomplete command: a count, or the first key of a chord. */
  readonly begun: string
}

/** A part of the screen that the mouse can point at. */
export type Target =
  /** The tabs: the screen that each cell of their line opens. */
  | { readonly _tag: "Tabs"; readonly names: ReadonlyArray<string | undefined> }
  /** Rows of a list from `top` on, as drawn. */
  | { readonly _tag: "Rows"; readonly top: number; readonly rowAt: ListBody["rowAt"] }
  /** The part of a list that has no rows, its details, or a text. */
  | { readonly _tag: "List" | "Details" | "Reader" }
  | { readonly _tag: "Choices"; readonly top: number; readonly choices: ReadonlyArray<Pick<Choice, "label">> }
  /** A field: its index in a form, and the cursor position for each of its cells. */
  | { readonly _tag: "Field"; readonly at: number | undefined; readonly cursors: ReadonlyArray<number> }

/** A target, and a cell in it. */
export interface Spot {
  readonly target: Target
  readonly row: number
  readonly column: number
}
