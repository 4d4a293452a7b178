import type { News, Watching } from "../engine/watching/Watch.ts"
import { counted } from "../text/numbers.ts"
import { glyphs } from "../theme.ts"
import { clock } from "./freshnessText.ts"
import type { ListNews, Said } from "./View.ts"

/** That a list is asked for again and again, or when it is next where there was no answer. */
export const watchingText = ({ every, retryAt, why = "it failed" }: Watching): Said =>
  retryAt === undefined
    ? { text: `${glyphs.live} watching, every ${counted.format(every)} s`, tone: "good" }
    : { text: `${glyphs.offline} watching, ${why}, next try ${clock.format(retryAt)}`, tone: "bad" }

const parts = 3

/** What was new last: how much, and in a sentence. */
export const newsOf = (news: News | undefined): ListNews | undefined => {
  if (news === undefined) return undefined
  const { added, at, changed, gone, said } = news
  const counts = [
    [changed.size, "changed"],
    [added.size, "new"],
    [gone, "gone"]
  ] as const
  const note = counts.flatMap(([count, what]) => (count === 0 ? [] : [`${counted.format(count)} ${what}`])).join(", ")
  const more = said.length > parts ? [`and ${counted.format(said.length - parts)} more`] : []
  return { at, note: `${note} at ${clock.format(at)}`, sentence: [...said.slice(0, parts), ...more].join("; ") }
}
