import type { Entry, ReaderBody } from "../../view/View.ts"
import { keysWords } from "./keys.ts"
import { code, plain } from "./plain.ts"

const entryLine =
  (isKeys: boolean) =>
  ({ isCode, label, text }: Entry): string => {
    if (isCode === true) return code(text)
    if (label === undefined) return plain(text)
    return `${isKeys ? keysWords(plain(label)) : plain(label)}: ${plain(text)}`
  }

/** Every line of what is read. */
export const readerText = ({ name, sections }: ReaderBody): ReadonlyArray<string> =>
  sections
    .flatMap(({ entries, title }) => [
      ...(title === undefined ? [] : [plain(title)]),
      ...entries.map(entryLine(name === "help"))
    ])
    .filter((line) => line !== "")

/** All that is read, at once; then the line that one goes to, and lines that are others than before. */
export const readerLines = (before: ReaderBody | undefined, after: ReaderBody): ReadonlyArray<string> => {
  const lines = readerText(after)
  if (before === undefined) return lines
  if (before.top !== after.top) return lines.slice(after.top, after.top + 1)
  const known = new Set(readerText(before))
  return lines.filter((line) => !known.has(line))
}
