import { whoRuns } from "../ledger/known.ts"
import type { Left, Written } from "../ledger/Line.ts"
import type { Place } from "../targets/Place.ts"

/** Where a run was, in words. */
export const placeText = ({ address, kind }: Place): string =>
  `${kind === "live" ? "live region" : "emulator"} at ${address}`

const counted = (left: ReadonlyArray<Left>) =>
  [...Map.groupBy(left, ({ kind }) => kind)]
    .map(([kind, { length }]) => `${length} ${kind}${length === 1 ? "" : "s"}`)
    .join(", ")

const lineOf = ({ head, left }: Written) => {
  const running = whoRuns(head)
  return `${head.run}  ${head.started_at}  ${placeText(head.place)}  ${counted([...left.values()])}${running === undefined ? "" : ` (still goes on: ${running})`}`
}

/** The runs that left something, as lines. */
export const listed = (all: ReadonlyArray<Written>): string =>
  all.length === 0
    ? "Nothing is left behind by runs in this folder."
    : [
        ...all.toSorted((one, other) => one.head.started_at.localeCompare(other.head.started_at)).map(lineOf),
        "Remove it with remote-assist-e2e gc --run <id>, or all of it with --all."
      ].join("\n")
