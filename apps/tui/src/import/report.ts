import { pluralize } from "@remote-assist/core/Text"

import { numberFormat } from "../text/format.ts"
import type { Counts } from "./Plan.ts"
import type { Done } from "./Run.ts"
import type { Row } from "./UserFile.ts"

/** Reports what became of a row, or would. */
export const reportRow = (
  { email, line, name }: Row,
  { id, state, why }: { readonly state: string; readonly id?: number | undefined; readonly why?: string | undefined }
) => ({ line, email, name, state, user_id: id ?? null, why: why ?? null })
export type RowReport = Readonly<ReturnType<typeof reportRow>>

const expected = new Set(["create", "created", "created before"])

/** Whether a row needs attention: it exists, is left out, failed, or there is something to say about it. */
export const isNoteworthy = ({ state, why }: RowReport): boolean => !expected.has(state) || why !== null

const number = (count: number) => numberFormat.format(count)

const some = (count: number, text: string): ReadonlyArray<string> => (count === 0 ? [] : [`${number(count)} ${text}`])

/** Summarizes a plan. `reactivation` is the flag or command that reactivates users. */
export const summary = (counts: Counts, reactivation = "--reactivate"): string => {
  const { change, changesMe, create, created, exists, inactive, leftOut, mails, rows } = counts
  const parts = [
    `${number(create)} to create`,
    ...some(created, "created before"),
    ...some(exists, "exist already"),
    ...some(leftOut, "left out")
  ]
  const areInactive = `${inactive === 1 ? "is" : "are"} inactive: ${reactivation} reactivates them.`
  return [
    `${pluralize(rows, "row")}: ${parts.join(", ")}.`,
    ...(create === 0 ? [] : [`${pluralize(mails, "welcome e-mail")} would be sent.`]),
    ...some(change, `would be changed${changesMe ? ", your own account among them" : ""}.`).map(
      (text) => `Of those who exist, ${text}`
    ),
    ...some(inactive, areInactive).map((text) => `Of those who exist, ${text}`)
  ].join(" ")
}

const endings: Readonly<Record<Done["outcome"]["state"], string>> = {
  created: "created",
  updated: "updated",
  exists: "exist already",
  "created before": "created before",
  "left out": "left out",
  refused: "refused",
  unknown: "without an answer",
  unsent: "not sent"
}

/** Says how many rows ended how, and how many of all are still to do. */
export const tally = (counts: ReadonlyMap<string, number>, rows = 0): string => {
  const sum = Array.from(counts.values()).reduce((sum, count) => sum + count, 0)
  const parts = [
    ...Object.entries(endings).flatMap(([state, text]) => some(counts.get(state) ?? 0, text)),
    ...some(Math.max(0, rows - sum), "still to do")
  ]
  return parts.length === 0 ? "There was nothing to do." : `${parts.join(", ")}.`
}

/** Whether a plan changes nothing. */
export const isEmpty = ({ change, create }: Counts): boolean => create + change === 0

/** What a person types to confirm an import. */
export const confirmationPhrase = ({ change, create }: Counts): string =>
  create > 0 ? `create ${create}` : `update ${change}`
