import type { Decided } from "./Plan.ts"
import type { Done } from "./run.ts"
import type { Counts } from "./Survey.ts"
import type { ToUndo } from "./undo.ts"

/** What is told of a row. */
export interface Told {
  readonly line: number
  readonly email: string
  readonly name: string
  readonly state: string
  readonly user_id?: number | undefined
  readonly why?: string | undefined
}

const plural = (count: number, one: string, many: string) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`

const whoIs = (id: number, active: boolean | null | undefined) =>
  `user ${id}, ${active === true ? "active" : active === false ? "inactive" : "unknown whether active"}`

/** What would be done with a row. */
export const ofDecided = ({ decision, row: { email, line, name } }: Decided): Told => {
  const row = { line, email, name }
  switch (decision._tag) {
    case "Create":
      return { ...row, state: decision.unsure === undefined ? "create" : "unsure", why: decision.unsure }
    case "Exists": {
      const { active, id } = decision.user
      const changed =
        decision.change === undefined ? "" : `; would change ${Object.keys(decision.change).join(" and ")}`
      return { ...row, state: "exists", user_id: id, why: `${whoIs(id, active)}${changed}` }
    }
    case "Created":
      return { ...row, state: "created before", user_id: decision.id }
    case "LeftOut":
      return { ...row, state: "left out", why: decision.why }
    case "Empty":
      return { ...row, state: "empty" }
  }
}

/** What became of a row. */
export const ofDone = ({ outcome, row: { email, line, name } }: Done): Told => ({
  line,
  email,
  name,
  state: outcome.state,
  user_id: outcome.id,
  why: outcome.why
})

/** What is counted, and else there is nothing to do about it. */
const plain = new Set(["create", "created", "created before", "empty", "never created"])

/** Whether a row did not go, or would not go, as it should. */
export const isNoteworthy = ({ state }: Told): boolean => !plain.has(state)

const listed = (parts: ReadonlyArray<string>) => parts.filter((part) => part !== "").join(", ")

const some = (count: number, text: string) => (count === 0 ? "" : `${count.toLocaleString("en-US")} ${text}`)

/** Whom an undo is about. */
export const whom = ({ all, perhaps }: ToUndo): string => {
  if (perhaps === all) return `the ${plural(all, "user", "users")} that this import may have created`
  const created = `the ${plural(all - perhaps, "user", "users")} that this import created`
  return perhaps === 0 ? created : `${created}, and ${some(perhaps, "that it may have created")}`
}

/** What a file comes to; `reactivate` is what has those reactivated who are inactive. */
export const summary = (counts: Counts, reactivate: string): string => {
  const { change, create, created, empty, exists, inactive, leftOut, mails, rows, unsure } = counts
  const said = listed([
    `${create.toLocaleString("en-US")} to create`,
    some(created, "created before"),
    some(exists, "exist already"),
    some(leftOut, "cannot be sent"),
    some(empty, empty === 1 ? "is empty" : "are empty")
  ])
  return [
    `${plural(rows, "row", "rows")}: ${said}.`,
    create === 0 ? "" : `${plural(mails, "welcome e-mail", "welcome e-mails")} would be sent.`,
    unsure === 0
      ? ""
      : `Of those to create, ${unsure} ${unsure === 1 ? "has" : "have"} a role that only the service knows.`,
    change === 0 ? "" : `Of those who exist, ${change} would be changed.`,
    inactive === 0
      ? ""
      : `Of those who exist, ${inactive} ${inactive === 1 ? "is" : "are"} inactive: ${reactivate} reactivates them.`
  ]
    .filter((sentence) => sentence !== "")
    .join(" ")
}

/** How many rows ended as what, in words; all of them, where there are `rows`, with those that are still to do. */
export const ended = (counts: ReadonlyMap<string, number>, rows = 0): string => {
  const words: Readonly<Record<string, string>> = {
    created: "created",
    updated: "updated",
    existed: "existed already",
    "created before": "created before",
    "left out": "left out",
    refused: "refused",
    unknown: "without an answer",
    unsent: "not sent",
    undone: "deactivated",
    "left alone": "left alone",
    "never created": "never created",
    empty: "empty"
  }
  const sum = Array.from(counts.values()).reduce((sum, count) => sum + count, 0)
  const said = listed([
    ...Object.entries(words).map(([state, text]) => some(counts.get(state) ?? 0, text)),
    some(Math.max(0, rows - sum), "still to do")
  ])
  return said === "" ? "There was nothing to do." : `${said}.`
}
