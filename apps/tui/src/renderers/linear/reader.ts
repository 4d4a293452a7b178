import type { Entry, ReaderBody } from "../../view/View.ts"
import { keysWords } from "./keys.ts"
import { code, plain } from "./plain.ts"

const entryLine = ({ isCode, label, text }: Entry): string => {
  if (isCode === true) return code(text)
  return label === undefined ? plain(text) : `${keysWords(plain(label))}: ${plain(text)}`
}

/** Every line of what is read. */
export const readerText = ({ sections }: ReaderBody): ReadonlyArray<string> =>
  sections
    .flatMap(({ entries, title }) => [...(title === undefined ? [] : [plain(title)]), ...entries.map(entryLine)])
    .filter((line) => line !== "")

/** All that is read, at once; then the line that one goes to. */
export const readerLines = (before: ReaderBody | undefined, after: ReaderBody): ReadonlyArray<string> => {
  const lines = readerText(after)
  if (before === undefined) return lines
  return before.top === after.top ? [] : lines.slice(after.top, after.top + 1)
}
