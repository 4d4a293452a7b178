import type { Freshness } from "../engine/lists/Freshness.ts"
import { glyphs } from "../theme.ts"
import type { Tone } from "../theme.ts"

/** A time of the day. */
export const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" })

/** How fresh the data is, in words. */
export const freshnessText = (freshness: Freshness): { readonly text: string; readonly tone: Tone } => {
  switch (freshness._tag) {
    case "Live":
      return { text: `${glyphs.live} live`, tone: "good" }
    case "Refreshing":
      return { text: `${glyphs.busy} refreshing`, tone: "warning" }
    case "Waiting":
      return { text: `${glyphs.busy} no data yet`, tone: "quiet" }
    case "Stale":
      return { text: `${glyphs.stale} stale since ${clock.format(freshness.since)}`, tone: "warning" }
    case "Offline":
      return {
        text: `${glyphs.offline} offline since ${clock.format(freshness.since)}${freshness.retryAt === undefined ? "" : `, next try ${clock.format(freshness.retryAt)}`}`,
        tone: "bad"
      }
  }
}
