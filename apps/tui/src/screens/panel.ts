import type { Line } from "../components/Lines.tsx"
import type { Notice } from "../engine/Notices.ts"
import { keyOf } from "../keymap/lookup.ts"
import type { Problem } from "../Problem.ts"
import { cut, wrap } from "../text/fit.ts"
import { glyphs } from "../theme.ts"
import type { Tone } from "../theme.ts"
import type { Overlay, Question } from "../Ui.ts"

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

/** A problem as what happened and what to do, with the key that tries again, in a third of the height at most. */
export const problemLines = ({ kind, todo, what }: Problem, width: number, height: number): ReadonlyArray<Line> => {
  const keys = kind === "refused" ? `${keyOf("list.leave")} dismisses this.` : `${keyOf("list.refresh")} tries again.`
  const advice = lines(`${todo} ${keys}`, "plain", width)
  const room = Math.max(1, Math.floor(height / 3) - advice.length)
  return [...shortened(lines(`${glyphs.problem} ${what}`, "bad", width), room, width), ...advice]
}

const tones: Record<Notice["kind"], Tone> = { done: "good", hint: "plain", problem: "bad" }

/** What was told last, in a third of the height at most. */
export const noticeLines = ({ kind, text }: Notice, width: number, height: number): ReadonlyArray<Line> =>
  shortened(lines(`${glyphs[kind]} ${text}`, tones[kind], width), Math.max(1, Math.floor(height / 3)), width)

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const questionLines = ({ action, differs, meaning, target }: Question, width: number): ReadonlyArray<Line> => {
  const name = target.resource.nameOf(target.row)
  return [
    ...lines(
      `${glyphs.danger} ${capital(action.label)} ${name}${action.effect === "final" ? " for good" : ""}?`,
      "bad",
      width
    ),
    ...lines(meaning, "plain", width),
    ...(differs
      ? lines(`That is not ${name}: nothing was done.`, "warning", width)
      : lines(`Type ${name} to confirm.`, "plain", width))
  ]
}

/** What an overlay asks, where it does. */
export const overlayLines = (overlay: Overlay, underWay: number, width: number): ReadonlyArray<Line> => {
  switch (overlay._tag) {
    case "Confirm":
      return questionLines(overlay, width)
    case "Quit":
      return lines(
        `${glyphs.busy} ${underWay === 1 ? "A change is" : `${underWay} changes are`} under way: the program ends when the answer is there.`,
        "warning",
        width
      )
    case "LogOut":
      return lines(
        underWay > 0
          ? `${glyphs.busy} ${underWay === 1 ? "A change is" : `${underWay} changes are`} under way: log out when the answer is there.`
          : `${glyphs.hint} Log out? What is on screen is forgotten, and what was done here cannot be undone from here any more.`,
        "warning",
        width
      )
    default:
      return []
  }
}
