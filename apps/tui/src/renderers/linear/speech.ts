import { capitalize } from "effect/String"

import { keyText } from "../../keymap/Keys.ts"
import { momentText, personAtCursor, summaryParts, zoomText } from "../../statistics/ChartState.ts"
import { describeCall } from "../../statistics/Statistics.ts"
import { glyphs } from "../../theme.ts"
import { heard } from "../../view/list.ts"
import type { Body, ChartBody, Header, MenuBody, StyledText, View } from "../../view/View.ts"
import { here, listLines, listTitle, readerLines, unchanged } from "./list.ts"
import { editingOf, fieldLine, formLines, isHelp, keysWords, keyWords, plain, sentence } from "./text.ts"
import type { Editing } from "./text.ts"

/** Describes the measurements of the selected person at the cursor. */
const cursorLine = ({ state, statistics }: ChartBody): string => {
  const person = statistics.people[state.person]
  return person === undefined || statistics.times.length === 0
    ? ""
    : sentence(plain(momentText(statistics, state.cursor)), plain(personAtCursor(person, state)))
}

const everyReading = (chart: ChartBody): ReadonlyArray<string> => [
  sentence(...summaryParts(chart.statistics, chart.state).map(plain)),
  ...describeCall(chart.statistics).map(plain),
  cursorLine(chart)
]

const mediaText = ({ state: { media } }: ChartBody): string =>
  `${media.video ? (media.audio ? "video and audio" : "video") : "audio"} in the charts`

const zoomed = ({ state, statistics }: ChartBody): string => zoomText(statistics, state) || "the whole call"

const personText = ({ state, statistics }: ChartBody): string =>
  `${state.person + 1} of ${statistics.people.length}, ${plain(describeCall(statistics)[state.person] ?? "")}`

/** Announces the statistics of a call: all of them in words, then changes. */
const chartLines = (before: ChartBody | undefined, after: ChartBody): ReadonlyArray<string> => {
  if (before === undefined || before.title !== after.title) return everyReading(after)
  const [was, is] = [before.state, after.state]
  const words = describeCall(before.statistics)
  return [
    ...describeCall(after.statistics)
      .filter((line) => !words.includes(line))
      .map(plain),
    was.asTable === is.asTable ? "" : is.asTable ? "numbers in place of charts" : "charts in place of numbers",
    was.person === is.person ? "" : personText(after),
    was.media.audio === is.media.audio && was.media.video === is.media.video ? "" : mediaText(after),
    zoomed(before) === zoomed(after) ? "" : zoomed(after),
    was.cursor === is.cursor && was.person === is.person ? "" : cursorLine(after)
  ]
}

const places = { live: "live service, ", emulator: "emulator, ", unknown: "" } as const

const placeLine = ({ address, place, profile, region }: Header) =>
  sentence(`${places[place]}region ${region}`, plain(profile), plain(address))

/** Returns the glyph of a state, which stays the same while its words change, such as the time of a retry. */
const kindOf = ({ state }: Header) => state.text.charAt(0)

const isUnderWay = (header: Header): boolean => kindOf(header) === glyphs.busy

const stateLines = (before: Header | undefined, after: Header): ReadonlyArray<string> => {
  const kind = kindOf(after)
  if (after.who === undefined || isUnderWay(after) || kind === (before && kindOf(before))) return []
  if (kind !== glyphs.live) return [plain(after.state.text)]
  return before !== undefined && [glyphs.stale, glyphs.offline].some((each) => each === kindOf(before))
    ? [`${plain(after.state.text)} again`]
    : []
}

const whoLines = ({ helpKey, who }: Header) =>
  who === undefined
    ? ["Not logged in"]
    : [
        `Logged in as ${plain(who)}. ${capitalize(keyWords(helpKey))} says all keys of the screen, Ctrl-L where you are and its keys.`
      ]

/** Announces the connection, the user, and when data becomes stale or fresh. */
const headerLines = (before: Header | undefined, after: Header): ReadonlyArray<string> => [
  ...(before === undefined ? [sentence("remote-assist", placeLine(after))] : []),
  ...(before !== undefined && before.place !== after.place ? [placeLine(after)] : []),
  ...(before?.who === after.who && before !== undefined ? [] : whoLines(after)),
  ...stateLines(before, after)
]

const choiceOf = ({ choices, cursor, name }: MenuBody): string => {
  const choice = choices[cursor]
  if (choice === undefined) return "Nothing matches the typed text"
  // columns on the screen
  const label = choice.label.split(/ {2,}/).map(plain)
  const detail = plain(choice.detail)
  return sentence(...label, name === "palette" ? keysWords(detail) : detail)
}

/** Announces the selected choice, if it changed. */
const menuLines = (before: MenuBody | undefined, after: MenuBody): ReadonlyArray<string> => {
  const { choices, cursor } = after
  const choice = choiceOf(after)
  if (before !== undefined && before.cursor === cursor && choiceOf(before) === choice) return []
  return [choices.length === 0 ? choice : `${cursor + 1} of ${choices.length}, ${choice}`]
}

const menuTitle = ({ choices, title }: MenuBody): string => sentence(plain(title), `${choices.length} choices`)

const titleOf = (body: Body): string => {
  switch (body._tag) {
    case "List":
      return listTitle(body)
    case "Menu":
      return menuTitle(body)
    case "Boxes":
    case "Reader":
    case "Form":
      return plain(body.title)
    case "Chart":
      return plain([body.title, ...(body.tabs === undefined ? [] : [body.tabs])].join("   "))
  }
}

const sameBody = <B extends Body>(before: Body | undefined, after: B): before is B =>
  before !== undefined && before._tag === after._tag && before.name === after.name

/** Announces a body: all of it, or its changes. */
const bodyLines = (before: Body | undefined, after: Body): ReadonlyArray<string> => {
  switch (after._tag) {
    case "List":
      return listLines(sameBody(before, after) ? before : undefined, after)
    case "Boxes":
      return []
    case "Menu":
      return menuLines(sameBody(before, after) ? before : undefined, after)
    case "Reader":
      return readerLines(sameBody(before, after) ? before : undefined, after)
    case "Form":
      return formLines(sameBody(before, after) ? before : undefined, after)
    case "Chart":
      return chartLines(sameBody(before, after) ? before : undefined, after)
  }
}

const isLoading = (body: Body) => body._tag === "List" && body.isLoading === true

/** Announces the title of a new body. A list waits for its rows, to add their number. */
const titleLines = (before: Body, after: Body): ReadonlyArray<string> =>
  !isLoading(after) && (!sameBody(before, after) || isLoading(before)) ? [titleOf(after)] : []

/** Returns a progress text without its numbers, so that it is announced once. */
const withoutNumbers = (text: string) => (text.startsWith(glyphs.busy) ? text.replaceAll(/[\d,]+/g, "") : text)

const isKnown = (message: StyledText, messages: ReadonlyArray<StyledText>) =>
  messages.some(({ at, text }) => at === message.at && withoutNumbers(text) === withoutNumbers(message.text))

const messagesOf = ({ body, messages }: View) =>
  body._tag === "Form" ? messages.filter(({ text }) => !isHelp(body, text)) : messages

const inputLines = (before: View | undefined, { input }: View): ReadonlyArray<string> =>
  input === undefined || input.label === before?.input?.label ? [] : [fieldLine(input)]

const hintsLine = ({ hints }: View): string =>
  `Keys: ${hints.map(({ keys, label }) => `${keyWords(keyText(keys[0] ?? ""))} ${label}`).join(", ")}`

/** Empties the form during a connection attempt, because keys do not reach it. */
const asHeard = (view: View): View => {
  const { hints } = view
  const body = heard(view.body)
  if (body._tag !== "Form" || !hints.some(({ context }) => context === "connect")) return { ...view, body }
  return { ...view, body: { ...body, name: `before ${body.name}`, title: "", fields: [] } }
}

const changes = (before: View, after: View): ReadonlyArray<string> => {
  const { body } = after
  const messages = messagesOf(after)
  const isEntered = !sameBody(before.body, body)
  const isBack =
    (before.input !== undefined && after.input === undefined) || (before.messages.length > 0 && messages.length === 0)
  const news = messages.filter((message) => !isKnown(message, before.messages))
  const lines = [
    ...headerLines(before.header, after.header),
    ...titleLines(before.body, body),
    ...news.map(({ text }) => plain(text)),
    // after a message about a form, its field is announced again
    ...bodyLines(body._tag === "Form" && news.length > 0 ? undefined : before.body, body),
    ...inputLines(isEntered ? undefined : before, after),
    ...(after.begun === "" || after.begun === before.begun ? [] : [keyWords(plain(after.begun))])
  ]
  if (lines.some((line) => line !== "")) return lines
  if (after.refreshed !== undefined && after.refreshed !== before.refreshed)
    return [sentence("Refreshed", body._tag === "List" ? unchanged(body) : "nothing has changed")]
  return isBack && body._tag === "List" ? here(body) : lines
}

const everything = (view: View): ReadonlyArray<string> => [
  ...headerLines(undefined, view.header),
  ...(isLoading(view.body) ? [] : [titleOf(view.body)]),
  ...messagesOf(view).map(({ text }) => plain(text)),
  ...bodyLines(undefined, view.body),
  ...inputLines(undefined, view),
  ...(view.hints.length === 0 ? [] : [hintsLine(view)])
]

/**
 * Returns the announcements for a view after the one before: only changes, or everything without a view before.
 */
export const describeChanges = (before: View | undefined, after: View): ReadonlyArray<string> =>
  (before === undefined ? everything(asHeard(after)) : changes(asHeard(before), asHeard(after))).filter(
    (line) => line !== ""
  )

/** The state of the output. */
export interface Transcript {
  readonly announced: View | undefined
  /** The last state of the edited text. */
  readonly edited: Editing | undefined
  /** The text of the last line, if it has no line end yet. */
  readonly open: string
}

export const empty: Transcript = { announced: undefined, edited: undefined, open: "" }

/** The text to write, and the transcript after it. */
export interface Step {
  readonly written: string
  readonly transcript: Transcript
}

/** Ends the open line. */
export const end = (transcript: Transcript): Step => ({
  written: transcript.open === "" ? "" : "\n",
  transcript: { ...transcript, open: "" }
})

const say = (transcript: Transcript, lines: ReadonlyArray<string>): Step => {
  const ended = end(transcript)
  return { ...ended, written: ended.written + lines.map((line) => `${line}\n`).join("") }
}

/**
 * Echoes typed text: appends it to the open line, or writes the text again on a new line if it changed elsewhere. After a
 * cursor movement, writes the character at the cursor.
 */
export const echo = (transcript: Transcript, view: View): Step => {
  const edited = editingOf(view)
  const { edited: before, open } = transcript
  const next = { ...transcript, edited }
  if (edited === undefined || before === undefined || edited.key !== before.key) return end(next)
  const { character, cursor, text } = edited
  if (text === before.text) return cursor === before.cursor ? { written: "", transcript } : say(next, [character])
  if (text === "") return say(next, ["empty"])
  const written = text.startsWith(open) ? text.slice(open.length) : `\n${text}`
  return { written, transcript: { ...next, open: text } }
}

/** Returns the view to compare the next one with. During a request, the state stays as before. */
const comparable = (before: View | undefined, view: View): View =>
  before !== undefined && isUnderWay(view.header) && view.header.who !== undefined
    ? { ...view, header: { ...view.header, state: before.header.state } }
    : view

/** Announces the changes since the last announcement, one per line. */
export const announce = (transcript: Transcript, view: View): Step => {
  const announced = comparable(transcript.announced, view)
  const lines = describeChanges(transcript.announced, announced)
  if (lines.length === 0) return { written: "", transcript: { ...transcript, announced } }
  return say({ ...transcript, announced }, lines)
}
