import { find } from "./found.ts"
import { layersOf } from "./layers.ts"
import type { Span } from "./layers.ts"
import type { Needles } from "./needles.ts"

const without = (text: string, spans: ReadonlyArray<Span>): string => {
  let written = ""
  let end = 0
  for (const span of spans.toSorted((one, other) => one.start - other.start)) {
    if (span.end <= end) continue
    if (span.start > end || written === "") written += `${text.slice(end, span.start)}…`
    end = span.end
  }
  return written + text.slice(end)
}

const beforeEmail = /[\w.%+:/@-]/
const afterEmail = /[\w@-]/

/** Where a text has e-mail addresses, in whatever case. */
const placesOf = (text: string, emails: ReadonlyArray<string>): ReadonlyArray<Span> => {
  const read = text.toLowerCase()
  return emails.flatMap((email) => {
    const places: Array<Span> = []
    const sought = email.toLowerCase()
    for (let start = read.indexOf(sought); start >= 0; start = read.indexOf(sought, start + 1)) {
      const end = start + sought.length
      if (!beforeEmail.test(read[start - 1] ?? "") && !afterEmail.test(read[end] ?? "")) places.push({ start, end })
    }
    return places
  })
}

const isPartOf = (whole: Span) => (part: Span) =>
  part.start >= whole.start && part.end <= whole.end && part.end - part.start < whole.end - whole.start

/** What is found in a text, but for what is a part of an e-mail address. */
const findBeside = (text: string, needles: Needles, emails: ReadonlyArray<string>) =>
  placesOf(text, emails).reduce((found, email) => found.filter((span) => !isPartOf(email)(span)), find(text, needles))

/**
 * Writes `…` for each secret in a text: as it is, in URL-, JSON-, HTML- or base64-encoded form, encoded more than once
 * or in part, and where an end of the text cuts it off. Takes time in proportion to the text.
 * The `emails`, which are no secret, stay whole.
 */
export const mask = (text: string, needles: Needles, emails: ReadonlyArray<string> = []): string => {
  if (needles.size === 0) return text
  const found = layersOf(text).flatMap(({ spanOf, text: read }) =>
    findBeside(read, needles, emails).map(({ end, start }): Span => ({
      start: spanOf(start).start,
      end: spanOf(end - 1).end
    }))
  )
  return found.length === 0 ? text : without(text, found)
}
