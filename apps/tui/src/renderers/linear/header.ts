import { capital } from "../../text/capital.ts"
import { glyphs } from "../../theme.ts"
import type { Header } from "../../view/View.ts"
import { keyWords } from "./keys.ts"
import { plain, sentence } from "./plain.ts"

const places = { live: "live service, ", emulator: "emulator, ", unknown: "" } as const

const placeLine = ({ address, place, profile, region }: Header) =>
  sentence(`${places[place]}region ${region}`, plain(profile), plain(address))

/** The sign of a state tells its kind, which stays while its words change, such as when it is tried again. */
const kindOf = ({ state }: Header) => state.text.charAt(0)

/** Whether an answer is due, after which a state may be as it was. */
export const isUnderWay = (header: Header): boolean => kindOf(header) === glyphs.busy

const turn = (before: Header | undefined, after: Header): ReadonlyArray<string> => {
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
    : [`Logged in as ${plain(who)}. ${capital(keyWords(helpKey))} says all keys, Ctrl-L where you are and its keys.`]

/** Where the program is connected to, who is logged in, and when data is not fresh any more or fresh again. */
export const headerLines = (before: Header | undefined, after: Header): ReadonlyArray<string> => [
  ...(before === undefined ? [sentence("remote-assist", placeLine(after))] : []),
  ...(before !== undefined && before.place !== after.place ? [placeLine(after)] : []),
  ...(before?.who === after.who && before !== undefined ? [] : whoLines(after)),
  ...turn(before, after)
]
