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

/**
 * Writes `…` for each secret in a text: as it is, in URL-, JSON-, HTML- or base64-encoded form, encoded more than once
 * or in part, and where an end of the text cuts it off. Takes time in proportion to the text.
 */
export const mask = (text: string, needles: Needles): string => {
  if (needles.size === 0) return text
  const found = layersOf(text).flatMap(({ spanOf, text: read }) =>
    find(read, needles).map(({ end, start }): Span => ({ start: spanOf(start).start, end: spanOf(end - 1).end }))
  )
  return found.length === 0 ? text : without(text, found)
}
