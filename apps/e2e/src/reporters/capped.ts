/** How much of a text is told; all of it is in the report as JSON. */
const most = { lines: 100, characters: 1000 }

const where = "-r json=file writes all"

/** A line whose middle is left out where it is too long to be read. */
const cappedLine = (line: string): string => {
  const over = line.length - most.characters
  if (over <= 0) return line
  const end = most.characters / 4
  return `${line.slice(0, most.characters - end).toWellFormed()} … ${over} characters are left out: ${where} … ${line.slice(-end).toWellFormed()}`
}

/** Lines of which those in the middle are left out where they are too many to be read, each as long as can be read. */
export const capped = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const over = lines.length - most.lines
  const told =
    over <= 0
      ? lines
      : [
          ...lines.slice(0, most.lines * 0.75),
          `… ${over} lines are left out: ${where} …`,
          ...lines.slice(-most.lines * 0.25)
        ]
  return told.map(cappedLine)
}

/** A text of several lines, as {@link capped}. */
export const cappedText = (text: string): string => capped(text.split("\n")).join("\n")
