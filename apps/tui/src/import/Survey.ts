import { Page, Pods } from "@remote-assist/core"
import type { EnterpriseUsers } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

import type { Draft } from "./Draft.ts"
import * as Existing from "./Existing.ts"
import type { Journal } from "./Journal.ts"
import * as Plan from "./Plan.ts"
import * as PodNames from "./PodNames.ts"
import * as Row from "./Row.ts"

/** How many rows there are of each kind. */
export interface Counts {
  readonly rows: number
  readonly create: number
  /** Of those to create, the ones that get a welcome e-mail, and those that the service alone can judge. */
  readonly mails: number
  readonly unsure: number
  readonly exists: number
  /** Of those that exist, the ones that are changed, and those that are inactive and stay so. */
  readonly change: number
  readonly inactive: number
  /** Created by this import before. */
  readonly created: number
  readonly leftOut: number
  readonly empty: number
}

/** What is known of the rows of a file and of the service before anything is sent. */
export interface Survey {
  /** The same with rows that were edited, another policy, or other results; nobody is asked for it. */
  readonly by: (given: Given) => Survey
  /** The same with other rows, of which the service is asked for the addresses that it was not asked for before. */
  readonly lookedUp: (
    draft: Draft,
    onProgress?: Existing.Progress
  ) => Effect.Effect<Survey, Effect.Error<ReturnType<typeof Existing.lookUp>>, EnterpriseUsers.EnterpriseUsers>
  readonly counts: Counts
  /** Every row, in the order of the file. */
  readonly decided: () => Iterable<Plan.Decided>
}

/** What a survey goes by. */
export type Given = Partial<Pick<Plan.Known, "journal" | "policy"> & { readonly draft: Draft }>

const pods = Effect.gen(function* () {
  const { list } = yield* Pods.Pods
  return yield* Stream.runCollect(Page.stream((page) => list({ page })))
})

const none = { create: 0, mails: 0, unsure: 0, exists: 0, change: 0, inactive: 0, created: 0, leftOut: 0, empty: 0 }

/** Counts what is decided. */
export const countsOf = (decided: Iterable<Plan.Decided>): Counts => {
  const counts = { ...none, rows: 0 }
  for (const { decision } of decided) {
    counts.rows++
    switch (decision._tag) {
      case "Create":
        counts.create++
        if (decision.user.send_email !== false) counts.mails++
        if (decision.unsure !== undefined) counts.unsure++
        break
      case "Exists":
        counts.exists++
        if (decision.change !== undefined) counts.change++
        if (decision.user.active === false && decision.change?.active !== true) counts.inactive++
        break
      case "Created":
        counts.created++
        break
      case "LeftOut":
        counts.leftOut++
        break
      case "Empty":
        counts.empty++
        break
    }
  }
  return counts
}

type Emails = ReadonlyMap<string, string>

/** The addresses that have to be looked up: those of rows that can be sent, and that are not known to be done. */
const toLookUp = (draft: Draft, journal: Pick<Journal, "last">, policy: Plan.Policy) => {
  const emails = new Map<string, string>()
  for (const row of draft.rows())
    if (!row.isEmpty && row.problem === undefined && !Plan.isCreated(policy, row, journal))
      emails.set(Row.keyOf(row.email), row.email)
  return emails
}

/** What is to be done with the rows of a file, by what is known. */
export const of = (draft: Draft, known: Plan.Known, asked: () => Emails): Survey => {
  const decided = () => Plan.decideAll(known, draft.rows())
  return {
    by: ({ draft: other = draft, ...given }) => of(other, { ...known, ...given }, asked),
    lookedUp: Effect.fnUntraced(function* (other, onProgress = () => Effect.void) {
      const before = asked()
      const all = toLookUp(other, known.journal, known.policy)
      const others = new Map(Array.from(all).filter(([key]) => !before.has(key)))
      const found = yield* Existing.lookUp(others, onProgress)
      const existing = new Map([...known.existing, ...found])
      return of(other, { ...known, existing }, () => new Map([...before, ...others]))
    }),
    counts: countsOf(decided()),
    decided
  }
}

/** Asks the service for pods and for who exists; changes nothing. */
export const make = Effect.fnUntraced(function* (
  draft: Draft,
  journal: Pick<Journal, "last">,
  policy: Plan.Policy,
  onProgress: Existing.Progress = () => Effect.void
) {
  const names = PodNames.make(draft.columns.at.pod_ids === undefined ? [] : yield* pods)
  const asked = () => toLookUp(draft, journal, policy)
  const existing = yield* Existing.lookUp(asked(), onProgress)
  return of(draft, { pods: names, existing, journal, policy }, asked)
})
