import { fileURLToPath } from "node:url"

import { destinations } from "../../src/resources/resources.ts"
import type { Frame, Size } from "./frame.ts"

/** The least of a terminal that all is for, and one with room. */
export const narrow: Size = { columns: 60, rows: 15 }
export const wide: Size = { columns: 110, rows: 32 }

const hires = fileURLToPath(new URL("../../../../examples/new-hires.csv", import.meta.url))

/** Somewhere that one can be: a screen, or what opens over one. */
export interface Place {
  readonly name: string
  /** What is pressed to get there from another, each once the one before has made its text. */
  readonly way: ReadonlyArray<readonly [keys: ReadonlyArray<string>, seen: RegExp]>
  /** The key that sends a request, if any. */
  readonly asks: string | undefined
  /** What the screen shows until the service has answered. */
  readonly waits: RegExp
  /** What stands there once that has answered. */
  readonly shows: RegExp
  /** The state of the service while it answers; for local data, the time of its last answer. */
  readonly fresh: RegExp
  /** Goes back to the screen. */
  readonly leave: ReadonlyArray<string>
}

/** A text that is only on this screen; with boxes, of the first box, as there may be no space for all. */
const titleOf = ({ name, title }: (typeof destinations)[number]) =>
  name === "emulator" ? /Clock/ : new RegExp(`^${title}\\b`, "m")

/** Of the account and the program itself: there is nobody to ask. */
const own = new Set(["register", "session"])

const live = /● live/

const refreshing = /◌ refreshing/

/** Each screen. */
export const screens = destinations.map((screen): Place => {
  const { letter, name } = screen
  const title = titleOf(screen)
  const asks = own.has(name) ? undefined : "R"
  const fresh = name === "session" ? /● last answer \d/ : live
  return { name, way: [[["g", letter], title]], asks, waits: refreshing, shows: title, fresh, leave: [] }
})

/** Each screen, the statistics of a call as charts, and the import of users. */
export const places: ReadonlyArray<Place> = [
  ...screens,
  {
    name: "statistics",
    way: [
      [["g", "c"], /^Calls \d of/m],
      [["G", "enter", "3"], /Overall/],
      [["enter"], /cursor/]
    ],
    asks: "R",
    waits: refreshing,
    shows: /cursor 00:00:00/i,
    fresh: live,
    leave: ["esc"]
  },
  {
    name: "import",
    way: [
      [["g", "u"], /^Users/m],
      [["i"], /step 1 of 4/],
      // an import that was left has its path there again
      [["ctrl+u", hires], /new-hires\.csv/]
    ],
    asks: "enter",
    waits: /◌ Looking\s+up/,
    shows: /3 to create/,
    fresh: live,
    leave: ["esc", "esc"]
  }
]

/** How many places a test goes to if it takes long at each. */
const groupSize = 4

/** The places by their groups, each with the names of its places. */
export const groups = Array.from({ length: Math.ceil(places.length / groupSize) }, (_, group) => {
  const members = places.slice(group * groupSize, (group + 1) * groupSize)
  return { places: members, names: members.map(({ name }) => name).join(", ") }
})

/** Goes to a place. */
export const goTo = async ({ press, see }: Pick<Frame, "press" | "see">, { way }: Place): Promise<void> => {
  for (const [keys, seen] of way) {
    await press(...keys)
    await see(seen)
  }
}
