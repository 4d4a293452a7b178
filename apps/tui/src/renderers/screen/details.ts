import { broken, fit, widthOf, wrap } from "../../text/fit.ts"
import type { Theme } from "../../theme.ts"
import type { Details, Entry, Section } from "../../view/View.ts"
import { styled } from "./sgr.ts"

/** Labels have this much at the least. */
const leastLabel = 11

const labelWidthOf = (pairs: ReadonlyArray<{ readonly label?: string }>) =>
  Math.max(leastLabel, ...pairs.map(({ label = "" }) => widthOf(label) + 1))

const pair = (label: string, text: string, labelWidth: number, width: number): ReadonlyArray<string> =>
  wrap(text, Math.max(1, width - labelWidth)).map((part, index) =>
    fit(`${fit(index === 0 ? label : "", labelWidth)}${part}`, width)
  )

const entryLines = (
  theme: Theme,
  { isCode, label, text, tone }: Entry,
  labelWidth: number,
  width: number
): ReadonlyArray<string> => {
  const lines =
    label === undefined
      ? (isCode === true ? broken(text, width) : wrap(text, width)).map((line) => fit(line, width))
      : pair(label, text, labelWidth, width)
  return lines.map((line) => styled(theme[tone], line))
}

const sectionLines = (theme: Theme, { entries, title }: Section, width: number): ReadonlyArray<string> => [
  ...(title === undefined ? [] : wrap(title, width).map((line) => styled(theme.accent, fit(line, width)))),
  ...entries.flatMap((entry) => entryLines(theme, entry, leastLabel, width))
]

/** The tabs on one line, the one that is looked at in brackets: of those that have no room, their keys. */
const tabsLine = (theme: Theme, tabs: NonNullable<Details["tabs"]>, width: number): string => {
  const textOf = ({ isCurrent, key, title }: (typeof tabs)[number], isShort: boolean) =>
    isCurrent ? `[${key} ${title}]` : isShort ? key : `${key} ${title}`
  const isShort = widthOf(tabs.map((tab) => textOf(tab, false)).join("  ")) > width
  const texts = tabs.map((tab) => textOf(tab, isShort))
  const drawn = tabs.map(({ isCurrent }, at) => styled(isCurrent ? theme.strong : theme.quiet, texts[at] ?? ""))
  const used = widthOf(texts.join("  "))
  return used > width ? fit(texts.join("  "), width) : drawn.join("  ") + " ".repeat(width - used)
}

/** Everything known of a row, as lines of exactly a width. */
export const detailLines = (
  theme: Theme,
  { facts, name, sections, state, tabs }: Details,
  width: number
): ReadonlyArray<string> => [
  ...(tabs === undefined ? [] : [tabsLine(theme, tabs, width)]),
  styled(theme.strong, fit(name, width)),
  ...(state.text === "" ? [] : [styled(theme[state.tone], fit(state.text, width))]),
  "",
  ...(sections === undefined
    ? facts.flatMap(({ label, text }) => pair(label, text, labelWidthOf(facts), width))
    : sections.flatMap((section, at) => [...(at === 0 ? [] : [""]), ...sectionLines(theme, section, width)]))
]
