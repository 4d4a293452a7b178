import type { Notice } from "../engine/Notices.ts"
import type { Model } from "../model/Model.ts"
import type { Overlay } from "../model/Ui.ts"
import { glyphs } from "../theme.ts"
import { clock } from "./freshnessText.ts"
import * as Help from "./help.ts"
import { noticeTones } from "./messages.ts"
import type { Entry, ReaderBody } from "./View.ts"

const told = (notices: ReadonlyArray<Notice>): ReadonlyArray<Entry> =>
  notices.length === 0
    ? [{ text: "Nothing was told yet.", tone: "quiet" }]
    : notices.toReversed().map(({ at, kind, text }) => ({
        text: `${clock.format(at)} ${glyphs[kind]} ${text}`,
        tone: noticeTones[kind]
      }))

/** What is read over a screen, where something is. */
export const readerBody = ({ notices }: Model, overlay: Overlay | undefined): ReaderBody | undefined => {
  switch (overlay?._tag) {
    case "Help":
      return {
        _tag: "Reader",
        name: "help",
        title: "Help",
        sections: Help.sections,
        firstColumn: Help.firstColumn,
        top: overlay.top
      }
    case "Notices":
      return {
        _tag: "Reader",
        name: "notices",
        title: "What was told",
        sections: [{ entries: told(notices.state.get().all) }],
        top: overlay.top
      }
    default:
      return undefined
  }
}
