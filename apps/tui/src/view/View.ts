import type { Viewport } from "../engine/lists/Viewport.ts"
import type { Binding } from "../keymap/bindings.ts"
import type { Choice } from "../model/Menu.ts"
import type { TextField } from "../model/TextField.ts"
import type { Column } from "../resources/Field.ts"
import type { ChartState } from "../statistics/ChartState.ts"
import type { Statistics } from "../statistics/Statistics.ts"
import type { Tone } from "../theme.ts"

/** A text with what it is to the reader. */
export interface Said {
  readonly text: string
  readonly tone: Tone
  /** Whether it gives way to the rest where there is no room for all. */
  readonly isSpare?: boolean
  /** When it was told, in milliseconds, where it may be told again in the same words. */
  readonly at?: number
}

/** A row with what is to be said of it besides: what is under way, and that it was changed here. */
export interface ShownRow {
  // oxlint-disable-next-line typescript/no-explicit-any -- a row of the resource
  readonly row: any
  readonly pending: string | undefined
  readonly changed: "changed" | "gone" | undefined
  readonly isMarked: boolean
  /** What was seen to change while it was watched: titles of columns, or all of it as it is new. */
  readonly news?: ReadonlySet<string> | "added" | undefined
}

/** What was new last in a list that is watched. */
export interface ListNews {
  readonly at: number
  /** How much. */
  readonly note: string
  readonly sentence: string
}

/** A screen there is: its name, what it is called, and the key that goes there. */
interface Tab {
  readonly name: string
  readonly key: string
  readonly title: string
  readonly isCurrent: boolean
}

/** What stands above every screen. */
export interface Header {
  readonly region: string
  readonly place: "live" | "emulator" | "unknown"
  readonly address: string
  /** Name of the profile, and that nothing can be changed. */
  readonly profile: string
  /** Who is logged in. */
  readonly who: string | undefined
  /** How fresh the data is. */
  readonly state: Said
  /** The key that shows all keys. */
  readonly helpKey: string
  /** The screens there are, with the keys that go there. */
  readonly tabs: ReadonlyArray<Tab>
}

/** All that is known of the selected row. */
export interface Details {
  readonly name: string
  readonly state: Said
  readonly facts: ReadonlyArray<{ readonly label: string; readonly text: string }>
  readonly tabs?: ReadonlyArray<{ readonly key: string; readonly title: string; readonly isCurrent: boolean }>
  /** What stands in a tab in place of the facts. */
  readonly sections?: ReadonlyArray<Section>
}

/** Rows of a resource, and the one that is selected. */
export interface ListBody {
  readonly _tag: "List"
  /** Name of the screen: one body is another's successor only where it is the same. */
  readonly name: string
  readonly title: string
  /** One of the rows: `user`. */
  readonly one: string
  /** Where in the list the selection is: `12 of 340`. */
  readonly place: string
  /** What is not as it seems: a filter, rows that changed, a selection that is gone. */
  readonly notes: ReadonlyArray<string>
  readonly news?: ListNews | undefined
  readonly columns: ReadonlyArray<Column<ShownRow>>
  readonly viewport: Viewport
  /** Whether there may be more rows than that. */
  readonly isOpen?: boolean
  /** Whether nothing is known yet of its rows, which are asked for. */
  readonly isLoading?: boolean
  /** Whether there is never more than one row. */
  readonly isSingle?: boolean | undefined
  /** Whether the cursor is on a row; else nothing is selected. */
  readonly isSelected: boolean
  readonly rowAt: (index: number) => ShownRow | undefined
  /** Says why a row is not there. */
  readonly placeholder: (index: number) => string
  /** Said in place of rows, where there are none. */
  readonly instead: string | undefined
  readonly details: Details | undefined
  /** Whether details are asked for where they do not fit beside the list. */
  readonly withDetails: boolean
  /** Whether the details have the whole screen. */
  readonly isFull?: boolean
  /** First line of the details, and whether keys scroll them. */
  readonly detailsTop: number
  readonly isInDetails: boolean
  /** The keys that scroll the details and leave them, or that go there. */
  readonly detailsHint: string
}

/** A list among others, with its keys. */
export interface Box {
  /** What goes there from the others. */
  readonly key: string
  readonly isFocused: boolean
  /** Whether it has what room the others leave. */
  readonly isMain: boolean
  readonly list: ListBody
  readonly hints: ReadonlyArray<Binding>
}

/** Several lists at once, of which one has the keys. */
export interface BoxesBody {
  readonly _tag: "Boxes"
  readonly name: string
  readonly title: string
  readonly boxes: ReadonlyArray<Box>
}

/** A paragraph; with a label where it is a pair, such as a key and what it does. */
export interface Entry extends Said {
  readonly label?: string
  /** A line of code, of which the spaces count. */
  readonly isCode?: boolean
}

export interface Section {
  readonly title?: string
  readonly entries: ReadonlyArray<Entry>
}

/** What is read and scrolled. */
export interface ReaderBody {
  readonly _tag: "Reader"
  readonly name: string
  readonly title: string
  readonly sections: ReadonlyArray<Section>
  /** Whether it is read in two columns, where there is room. */
  readonly isWide?: boolean
  readonly top: number
}

/** A line of text under edit. */
export interface Typed {
  readonly label: string
  readonly field: TextField
  /** Shown while nothing is typed. */
  readonly example?: string
  readonly isSecret?: boolean
  /** How much of what it takes is typed, such as `4/512`. */
  readonly used?: string
  /** What it takes, without a full stop. */
  readonly help?: string
}

/** What is filled in. */
export interface FormBody {
  readonly _tag: "Form"
  readonly name: string
  readonly title: string
  readonly fields: ReadonlyArray<Typed & { readonly isFocused: boolean }>
}

/** What is chosen from, by going there or by typing a part of it. */
export interface MenuBody {
  readonly _tag: "Menu"
  readonly name: string
  readonly title: string
  readonly choices: ReadonlyArray<{ readonly label: string; readonly detail: string }>
  readonly cursor: number
}

/** What was measured in a call, and where in it one is. */
export interface ChartBody {
  readonly _tag: "Chart"
  readonly name: string
  readonly title: string
  /** The tabs that one can go to, the one that is looked at in brackets. */
  readonly tabs?: string
  readonly statistics: Statistics
  readonly state: ChartState
}

export type Body = ListBody | BoxesBody | ReaderBody | FormBody | MenuBody | ChartBody

/** What there is to see, before it is laid out, spoken or written. */
export interface View {
  readonly header: Header
  readonly body: Body
  /** What is asked, what is wrong, what was told: a paragraph each. */
  readonly messages: ReadonlyArray<Said>
  /** What is typed below those. */
  readonly input: Typed | undefined
  readonly hints: ReadonlyArray<Binding>
  /** Whether the hints are the second keys of what was begun: one chooses from all of them. */
  readonly isChord: boolean
  /** What was typed of a command that is not complete: a count, the first of two keys. */
  readonly begun: string
}

/** What stands at a place of the screen, as far as one can point at it. */
export type Target =
  /** The line of tabs: for each of its cells, the name of the screen that it opens. */
  | { readonly _tag: "Tabs"; readonly names: ReadonlyArray<string | undefined> }
  /** Rows of a list from one on, as they were when they were drawn. */
  | { readonly _tag: "Rows"; readonly top: number; readonly rowAt: ListBody["rowAt"] }
  /** What of a list is no row. */
  | { readonly _tag: "List" | "Details" | "Reader" }
  | { readonly _tag: "Choices"; readonly top: number; readonly choices: ReadonlyArray<Pick<Choice, "label">> }
  /** A line of text under edit: of a form, which field; and for each of its cells, where the cursor goes. */
  | { readonly _tag: "Field"; readonly at: number | undefined; readonly cursors: ReadonlyArray<number> }

/** A target, and where in it. */
export interface Spot {
  readonly target: Target
  readonly row: number
  readonly column: number
}
