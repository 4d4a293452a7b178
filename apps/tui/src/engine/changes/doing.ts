import * as Effect from "effect/Effect"

import type { Action } from "../../actions/Action.ts"
import type { FormAction } from "../../actions/FormAction.ts"
import type { Problem } from "../../Problem.ts"
import type { AnyResource } from "../../resources/registry.ts"
import type { AnyRow } from "../../resources/Resource.ts"
import type { Account } from "../account/Account.ts"
import type { Notices } from "../Notices.ts"
import type { Outcome, Target } from "./Attempt.ts"
import * as Fill from "./Fill.ts"
import type * as Group from "./Group.ts"
import * as Groups from "./Groups.ts"
import { inverseOf } from "./Memory.ts"
import type { Memory } from "./Memory.ts"
import { tellAll, tellOne } from "./telling.ts"

interface Needs {
  readonly account: Account["Service"]
  readonly attempt: (action: Action<AnyRow>, target: Target) => Effect.Effect<Outcome>
  readonly groups: Groups.Groups
  readonly memory: Memory
  readonly notices: Notices
}

const rowsOf = ({ resource, row }: Target, changed: AnyRow) => [{ row: changed ?? row, id: resource.idOf(row) }]

/** Does an action to a row. */
export const doOne = (
  { account, attempt, memory, notices }: Needs,
  action: Action<AnyRow>,
  target: Target
): Effect.Effect<void> => {
  const { resource, row } = target
  const needless = action.needless?.(row)
  if (needless !== undefined) return Effect.sync(() => notices.tell("hint", `${resource.nameOf(row)} ${needless}.`))
  // of an ended session it would not be known any more
  const inverse = account.isMe(resource, row) ? undefined : inverseOf(action, resource)
  return Effect.map(attempt(action, target), (outcome) => {
    if (outcome._tag === "Done") memory.remember({ resource, rows: rowsOf(target, outcome.row), action, inverse })
    tellOne(notices, action, target, outcome)
  })
}

/** Does an action to many rows; nothing where that was forgotten meanwhile. */
export const doAll = (
  { account, groups, memory, notices }: Needs,
  action: Action<AnyRow>,
  resource: AnyResource,
  rows: ReadonlyArray<AnyRow>
): Effect.Effect<Group.Group | undefined> => {
  // of an ended session it would not be known any more
  const mine = new Set(rows.filter((row) => account.isMe(resource, row)).map(resource.idOf))
  return Effect.map(groups.run(action, resource, rows), (group) => {
    if (group === undefined) return undefined
    const changed = Groups.changed(group)
    memory.remember({ resource, rows: changed.filter(({ id }) => mine.has(id)), action })
    memory.remember({
      resource,
      rows: changed.filter(({ id }) => !mine.has(id)),
      action,
      inverse: inverseOf(action, resource)
    })
    tellAll(notices, group)
    return group
  })
}

/** Changes a row by a form; the problem where there is one. */
export const changeRow = (
  { attempt, memory, notices }: Needs,
  form: FormAction<AnyRow>,
  values: Fill.Values,
  target: Target
): Effect.Effect<Problem | undefined> => {
  const { resource, row } = target
  const action = Fill.actionOf(form, values)
  return Effect.map(attempt(action, target), (outcome) => {
    if (outcome._tag === "Failed") return outcome.problem
    const inverse = Fill.inverseOf(form, values, row) ?? inverseOf(form, resource)
    if (outcome._tag === "Done") memory.remember({ resource, rows: rowsOf(target, outcome.row), action, inverse })
    tellOne(notices, action, target, outcome)
    return undefined
  })
}
