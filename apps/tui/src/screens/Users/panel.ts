import { wrap } from "../../components/fit.ts"
import type { Line } from "../../components/Lines.tsx"
import { keyOf } from "../../keymap/lookup.ts"
import type { Problem } from "../../Problem.ts"
import { glyphs } from "../../theme.ts"
import type { Tone } from "../../theme.ts"
import type { Overlay } from "../../Ui.ts"
import { nameOf } from "./UserChanges.ts"
import type { Notice } from "./UserChanges.ts"

const lines = (text: string, tone: Tone, width: number): ReadonlyArray<Line> =>
  wrap(text, width).map((part) => ({ text: part, tone }))

/** A problem as what happened and what to do, with the key that tries again. */
export const problemLines = ({ kind, todo, what }: Problem, width: number): ReadonlyArray<Line> => {
  const keys = kind === "refused" ? `${keyOf("filter.clear")} dismisses this.` : `${keyOf("list.refresh")} tries again.`
  return [...lines(`${glyphs.problem} ${what}`, "bad", width), ...lines(`${todo} ${keys}`, "plain", width)]
}

const tones: Record<Notice["kind"], Tone> = { done: "good", hint: "plain", problem: "bad" }

export const noticeLines = ({ kind, text }: Notice, width: number): ReadonlyArray<Line> =>
  lines(`${glyphs[kind]} ${text}`, tones[kind], width)

/** What the deletion of a user means, before it is confirmed. */
export const deleteLines = (
  { differs, user }: Extract<Overlay, { readonly _tag: "Delete" }>,
  width: number
): ReadonlyArray<Line> => [
  ...lines(`${glyphs.danger} Delete ${nameOf(user)} for good?`, "bad", width),
  ...lines(
    "All data of this user is removed; calls and comments will then refer to `Deleted User`. This cannot be undone.",
    "plain",
    width
  ),
  ...(differs
    ? lines(`That is not ${nameOf(user)}: nothing was deleted.`, "warning", width)
    : lines(`Type ${nameOf(user)} to confirm.`, "plain", width))
]
