import type { Action } from "../../actions/Action.ts"
import type { AnyResource } from "../../resources/registry.ts"
import { manyOf } from "../../resources/Resource.ts"
import type { AnyRow } from "../../resources/Resource.ts"
import { capital } from "../../text/capital.ts"
import { counted } from "../../text/numbers.ts"

/** What an action to many rows would do, before it does. */
export interface Preview {
  readonly resource: AnyResource
  readonly action: Action<AnyRow>
  /** The rows it would be done to. */
  readonly rows: ReadonlyArray<AnyRow>
  /** Those it would not be done to, and why, such as `is inactive already`. */
  readonly leftOut: ReadonlyArray<{ readonly row: AnyRow; readonly why: string }>
  /** How many there were when they were marked, where others are meant now. */
  readonly markedOf: number | undefined
}

interface Needs {
  readonly isMe: (resource: AnyResource, row: AnyRow) => boolean
  readonly isGone: (row: AnyRow) => boolean
  readonly pendingOf: (resource: AnyResource, row: AnyRow) => string | undefined
}

const whyNot = ({ isGone, isMe, pendingOf }: Needs, action: Action<AnyRow>, resource: AnyResource, row: AnyRow) => {
  if (isGone(row)) return "is deleted"
  if (isMe(resource, row)) return "is your own account"
  return action.needless?.(row) ?? pendingOf(resource, row)
}

export const of = (
  needs: Needs,
  action: Action<AnyRow>,
  resource: AnyResource,
  rows: ReadonlyArray<AnyRow>,
  marked = rows.length
): Preview => {
  const judged = rows.map((row) => ({ row, why: whyNot(needs, action, resource, row) }))
  return {
    resource,
    action,
    rows: judged.filter(({ why }) => why === undefined).map(({ row }) => row),
    leftOut: judged.flatMap(({ row, why }) => (why === undefined ? [] : [{ row, why }])),
    markedOf: marked === rows.length ? undefined : marked
  }
}

/** What is typed to confirm it; nothing where it is not asked for: one row, of which it can be taken back. */
export const confirmation = ({ action, resource, rows }: Preview): string | undefined => {
  const [row, second] = rows
  if (row === undefined) return undefined
  if (second !== undefined) return `${action.label} ${rows.length}`
  return action.effect === "final" ? resource.nameOf(row) : undefined
}

const amount = (count: number, resource: AnyResource) =>
  `${counted.format(count)} ${count === 1 ? resource.one : manyOf(resource)}`

const ownAccount = "is your own account"

/** Says what it would do, in sentences, each of them a line. */
export const lines = (preview: Preview): ReadonlyArray<string> => {
  const { action, leftOut, markedOf, resource, rows } = preview
  const reasons = Map.groupBy(leftOut, ({ why }) => why)
  const out = [...reasons].map(([why, those]) => {
    const [first] = those
    const who =
      first !== undefined && (those.length === 1 || why === ownAccount)
        ? resource.nameOf(first.row)
        : amount(those.length, resource)
    return `Left out: ${who}, which ${those.length === 1 ? why : why.replace(/^is /, "are ")}.`
  })
  const now = rows.length + leftOut.length
  const isFinal = action.effect === "final" && rows.length > 0
  return [
    rows.length === 0
      ? `There is nothing to ${action.label}.`
      : `${capital(action.label)} ${amount(rows.length, resource)}.${isFinal ? " This cannot be undone." : ""}`,
    ...(markedOf === undefined
      ? []
      : [`There were ${counted.format(markedOf)} when they were marked, and are ${counted.format(now)} now.`]),
    ...out,
    ...(isFinal ? [action.consequence ?? ""] : [])
  ].filter((line) => line !== "")
}
