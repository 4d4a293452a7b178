import type { EnterpriseUsers, Pods } from "@remote-assist/core"
import * as Result from "effect/Result"

import type { Existing } from "./Existing.ts"
import type { Journal } from "./Journal.ts"
import type { PodNames } from "./PodNames.ts"
import { hashOf, keyOf } from "./Row.ts"
import type { Row } from "./Row.ts"

type User = EnterpriseUsers.EnterpriseUser

/** What is done with users who exist already. */
export interface Policy {
  /** `update` gives them the name of the file; `fail` has nothing sent where there is one. */
  readonly existing: "skip" | "update" | "fail"
  /** Whether those who are inactive are reactivated. */
  readonly reactivate: boolean
  /** `false` sends no welcome e-mail, whatever the file says. */
  readonly sendEmail: boolean
}

/** What is to be done with a row, or why nothing is. */
export type Decision =
  /** `unsure` where the service alone can tell whether it will do. */
  | { readonly _tag: "Create"; readonly user: EnterpriseUsers.Provision; readonly unsure: string | undefined }
  | { readonly _tag: "Exists"; readonly user: User; readonly change: EnterpriseUsers.UserChange | undefined }
  /** This import created them before; `isFound` where the answer to that was lost. */
  | { readonly _tag: "Created"; readonly id: number | undefined; readonly isFound: boolean }
  | { readonly _tag: "LeftOut"; readonly why: string }
  | { readonly _tag: "Empty" }

/** What is known besides the row. */
export interface Known {
  readonly pods: PodNames
  readonly existing: Existing
  readonly journal: Pick<Journal, "last">
  readonly policy: Policy
}

const leftOut = (why: string): Decision => ({ _tag: "LeftOut", why })

/** Whether an earlier run of the import created somebody, and there is nothing else to do. */
export const isCreated = ({ existing }: Policy, row: Row, journal: Pick<Journal, "last">): boolean => {
  const last = journal.last(keyOf(row.email))
  return last?.isOurs === true && (existing !== "update" || last.row === hashOf(row))
}

const changeOf = ({ existing, reactivate }: Policy, row: Row, user: User): EnterpriseUsers.UserChange | undefined => {
  const change = {
    ...(existing === "update" && user.name !== row.name && { name: row.name }),
    ...(reactivate && user.active === false && { active: true })
  }
  return Object.keys(change).length === 0 ? undefined : change
}

const create = (row: Row, pods: ReadonlyArray<Pods.PodId>, { sendEmail }: Policy): Decision => {
  const mail = sendEmail ? row.mail : false
  // the one role that the interface names
  const isKnown = row.role === "" || row.role === "User"
  return {
    _tag: "Create",
    user: {
      name: row.name,
      email: row.email,
      ...(row.role !== "" && { role: row.role }),
      ...(mail !== undefined && { send_email: mail }),
      ...(pods.length > 0 && { pod_ids: pods })
    },
    unsure: isKnown ? undefined : `role not known: ${row.role}`
  }
}

/** A row and what is to be done with it. */
export interface Decided {
  readonly row: Row
  readonly decision: Decision
}

/** Decides what is done with a row, as if there were no other. */
const decide = ({ existing, journal, pods, policy }: Known, row: Row): Decision => {
  if (row.isEmpty) return { _tag: "Empty" }
  if (row.problem !== undefined) return leftOut(row.problem)
  const key = keyOf(row.email)
  const last = journal.last(key)
  if (isCreated(policy, row, journal)) return { _tag: "Created", id: last?.user_id, isFound: false }
  const user = existing.get(key)
  if (user !== undefined) {
    // nobody was there when the request was sent
    const isOurs = last?.state === "sending" || last?.state === "unknown"
    if (isOurs && last?.user_id === undefined) return { _tag: "Created", id: user.id, isFound: true }
    return { _tag: "Exists", user, change: changeOf(policy, row, user) }
  }
  const ids = pods.resolve(row.pods)
  return Result.isFailure(ids) ? leftOut(ids.failure) : create(row, ids.success, policy)
}

/** Decides what is done with each row; an address is taken from the first line that can be sent. */
export function* decideAll(known: Known, rows: Iterable<Row>): Generator<Decided> {
  const lines = new Map<string, number>()
  for (const row of rows) {
    const decision = decide(known, row)
    const isMeant = decision._tag !== "LeftOut" && decision._tag !== "Empty"
    const key = keyOf(row.email)
    const first = lines.get(key)
    if (isMeant && first === undefined) lines.set(key, row.line)
    yield { row, decision: isMeant && first !== undefined ? leftOut(`also in line ${first}`) : decision }
  }
}
