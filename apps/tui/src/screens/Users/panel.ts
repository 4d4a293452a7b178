import { cut, wrap } from "../../components/fit.ts"
import type { Line } from "../../components/Lines.tsx"
import { keyOf } from "../../keymap/lookup.ts"
import { nameOf } from "../../model/UserChanges.ts"
import type { Notice } from "../../model/UserChanges.ts"
import type { Problem } from "../../Problem.ts"
import { glyphs } from "../../theme.ts"
import type { Tone } from "../../theme.ts"
import type { Overlay } from "../../Ui.ts"

const lines = (text: string, tone: Tone, width: number): ReadonlyArray<Line> =>
  wrap(text, width).map((part) => ({ text: part, tone }))

const ending = "…"

/** The first lines of a text that is longer than there is room for. */
const shortened = (all: ReadonlyArray<Line>, most: number, width: number): ReadonlyArray<Line> =>
  all.length <= most
    ? all
    : all
        .slice(0, most)
        .map((line, index) =>
          index < most - 1 ? line : { ...line, text: `${cut(line.text, width - ending.length)}${ending}` }
        )

/** A problem as what happened and what to do, with the key that tries again, in half the height at most. */
export const problemLines = ({ kind, todo, what }: Problem, width: number, height: number): ReadonlyArray<Line> => {
  const keys = kind === "refused" ? `${keyOf("filter.clear")} dismisses this.` : `${keyOf("list.refresh")} tries again.`
  const advice = lines(`${todo} ${keys}`, "plain", width)
  const room = Math.max(1, Math.floor(height / 2) - advice.length)
  return [...shortened(lines(`${glyphs.problem} ${what}`, "bad", width), room, width), ...advice]
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
