import { expect, vi } from "vitest"

import { start } from "./start.ts"

const timeouts = { timeout: 15_000, interval: 5 }

/** The marks of a paste, which are not spoken. */
// oxlint-disable-next-line no-control-regex -- the control sequences are removed
export const pasteMarks = /\u001B\[\?2004[hl]/g

/** Runs the program for a screen reader. */
export const listen = (options: Parameters<typeof start>[0] = {}) => {
  const program = start({ ...options, screenReader: true })
  const spokenText = () => program.output.join("").replaceAll(pasteMarks, "")
  let heard = 0
  return {
    ...program,
    /** Everything that was written. */
    spokenText,
    /** Waits until the texts are spoken in this order, after the texts of earlier waits. */
    hear: (...texts: ReadonlyArray<string>) =>
      vi.waitFor(() => {
        let from = heard
        for (const text of texts) {
          const at = spokenText().indexOf(text, from)
          if (at < 0) expect(spokenText().slice(from)).toContain(text)
          // the end of a line is the beginning of the next
          from = at + text.replace(/\n$/, "").length
        }
        heard = from
      }, timeouts)
  }
}
