import { keyText } from "../../keymap/keyText.ts"
import { glyphs } from "../../theme.ts"
import { heard } from "../../view/boxes.ts"
import type { Body, Said, View } from "../../view/View.ts"
import { chartLines } from "./chart.ts"
import { fieldLine, formLines, isHelp } from "./form.ts"
import { headerLines } from "./header.ts"
import { keyWords } from "./keys.ts"
import { here, listLines, listTitle } from "./list.ts"
import { menuLines, menuTitle } from "./menu.ts"
import { plain } from "./plain.ts"
import { readerLines } from "./reader.ts"

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

/** What is said of a body: all of it, or what has changed since it was the one before. */
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

/** The title of what one has come to: of a list once its rows are there, with how many. */
const titleLines = (before: Body, after: Body): ReadonlyArray<string> =>
  !isLoading(after) && (!sameBody(before, after) || isLoading(before)) ? [titleOf(after)] : []

/** How far something is, is told once. */
const told = (text: string) => (text.startsWith(glyphs.busy) ? text.replaceAll(/[\d,]+/g, "") : text)

const isSaid = (message: Said, messages: ReadonlyArray<Said>) =>
  messages.some(({ at, text }) => at === message.at && told(text) === told(message.text))

const messagesOf = ({ body, messages }: View) =>
  body._tag === "Form" ? messages.filter(({ text }) => !isHelp(body, text)) : messages

const inputLines = (before: View | undefined, { input }: View): ReadonlyArray<string> =>
  input === undefined || input.label === before?.input?.label ? [] : [fieldLine(input)]

const hintsLine = ({ hints }: View): string =>
  `Keys: ${hints.map(({ keys, label }) => `${keyWords(keyText(keys[0] ?? ""))} ${label}`).join(", ")}`

/** While it is tried to connect, keys do not go to the form: it is not there yet. */
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
  const news = messages.filter((message) => !isSaid(message, before.messages))
  const lines = [
    ...headerLines(before.header, after.header),
    ...titleLines(before.body, body),
    ...news.map(({ text }) => plain(text)),
    // told of what was filled in, one goes on filling in
    ...bodyLines(body._tag === "Form" && news.length > 0 ? undefined : before.body, body),
    ...inputLines(isEntered ? undefined : before, after),
    ...(after.begun === "" || after.begun === before.begun ? [] : [keyWords(plain(after.begun))])
  ]
  return lines.length === 0 && isBack && body._tag === "List" ? here(body) : lines
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
 * What to say of a view to somebody who was told of the one before: each line an announcement, of what has changed and no
 * more. Where there is none before, all of it.
 */
export const spoken = (before: View | undefined, after: View): ReadonlyArray<string> =>
  (before === undefined ? everything(asHeard(after)) : changes(asHeard(before), asHeard(after))).filter(
    (line) => line !== ""
  )
