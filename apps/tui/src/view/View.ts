import type { Viewport } from "../engine/Viewport.ts"
import type { Binding } from "../keymap/keymap.ts"
import type { TextField } from "../model/TextField.ts"
import type { Column } from "../resources/Column.ts"
import type { Tone } from "../theme.ts"

/** A text with what it is to the reader. */
export interface Said {
  readonly text: string
  readonly tone: Tone
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
  /** The screens there are, with the keys that go there. */
  readonly tabs: ReadonlyArray<{ readonly key: string; readonly title: string; readonly isCurrent: boolean }>
}

/** All that is known of the selected row. */
export interface Details {
  readonly name: string
  readonly state: Said
  readonly facts: ReadonlyArray<{ readonly label: string; readonly text: string }>
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
  readonly columns: ReadonlyArray<Column<ShownRow>>
  readonly viewport: Viewport
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
  /** First line of the details, and whether keys scroll them. */
  readonly detailsTop: number
  readonly isInDetails: boolean
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

export type Body = ListBody | ReaderBody | FormBody | MenuBody

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
