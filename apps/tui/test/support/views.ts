import * as PageCache from "../../src/engine/lists/PageCache.ts"
import type { Body, ListBody, View } from "../../src/view/View.ts"

/** A view of a body, of somebody who is logged in. */
export const view = (body: Body, more: Partial<View> = {}): View => ({
  header: {
    region: "us",
    place: "emulator",
    address: "emulator.internal",
    profile: "",
    who: "ada@example.com",
    state: { text: "● live", tone: "good" },
    helpKey: "?",
    noticesKey: "!",
    quitKey: "Ctrl-C",
    tabs: []
  },
  body,
  messages: [],
  input: undefined,
  hints: [],
  begun: "",
  isChord: false,
  asksAboutMarks: false,
  ...more
})

/** A row of {@link list}. */
export interface Row {
  readonly name: string
  readonly state: string
  readonly isMarked?: boolean
}

/** A list of rows with a state and a name. */
export const list = (rows: ReadonlyArray<Row>, cursor = 0, more: Partial<ListBody> = {}): ListBody => {
  const selected = rows[cursor]
  return {
    _tag: "List",
    name: "users",
    title: "Users",
    place: rows.length === 0 ? "" : `${cursor + 1} of ${rows.length}`,
    notes: [],
    columns: [
      { title: "STATE", text: ({ row }) => row.state, width: 1, grow: 0, rank: 0 },
      { title: "NAME", text: ({ row }) => row.name, width: 1, grow: 0, rank: 0 }
    ],
    viewport: { ...PageCache.emptyView, total: rows.length, cursor },
    isSelected: true,
    rowAt: (index) => {
      const row = rows[index]
      return row && { row, pending: undefined, changed: undefined, isMarked: row.isMarked === true }
    },
    placeholder: () => "loading",
    instead: undefined,
    details: selected && {
      name: selected.name,
      state: { text: selected.state, tone: "plain" },
      sections: [{ entries: [{ label: "Name", text: selected.name, tone: "plain" }] }],
      top: 0,
      hint: ""
    },
    ...more
  }
}
