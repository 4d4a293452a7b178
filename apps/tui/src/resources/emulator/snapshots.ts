import { isSecretName } from "@remote-assist/core/Secrets"
import type * as Emulator from "@remote-assist/http-mock/Control"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import type { Action } from "../../actions/Action.ts"
import { makeForm, makeRowQuery } from "../../actions/Action.ts"
import type { Line, Part } from "../../actions/Report.ts"
import { refuse, use } from "../../Control.ts"
import { hidden, mapSecrets } from "../../requests/LoggedRequest.ts"
import * as RequestRecorder from "../../requests/RequestRecorder.ts"
import { columnMaker, fieldMaker, formatDateUtc } from "../Field.ts"
import type { Resource } from "../Resource.ts"
import { box, masked, page } from "./common.ts"

/** A state of the tenant to go back to. */
interface Snapshot {
  readonly name: string
  /** The name again: walks tell rows apart by it. */
  readonly id: string
  /** By the tenant's clock; `undefined` of the state that the tenant began with. */
  readonly taken_at?: string
  /** The snapshot of the state before this one was restored. */
  readonly before?: string
}

/** The snapshot that there always is: what the tenant began with. */
const initial = "initial"

const named = (name: string): Snapshot => ({ name, id: name })

const entryOf = ({ name, taken_at }: Emulator.SnapshotEntry): Snapshot => ({
  ...named(name),
  taken_at: DateTime.formatIso(taken_at)
})

const list = Effect.map(
  use((client) => client.state.snapshots()),
  (all): ReadonlyArray<Snapshot> => all.map(entryOf)
)

const take = (name: string) =>
  Effect.map(
    use((client) => client.state.take({ params: { name } })),
    entryOf
  )

const restoreTo = (name: string) => use((client) => client.state.restore({ params: { name } }))

const forgetOf = (name: string) => use((client) => client.state.forget({ params: { name } }))

/** The differences between a snapshot and the current state. */
const differencesTo = (from: string) => use((client) => client.state.diff({ query: { from } }))

/** All that differs from the beginning, as a text to compare. */
export const differences = Effect.map(differencesTo(initial), (found) => JSON.stringify(found))

/** A change of the world, as JSON Patch has it. */
export interface Change {
  readonly op: string
  readonly path: string
  readonly value?: unknown
}

const longestValue = 300

const valueText = (segments: ReadonlyArray<string>, value: unknown): string => {
  if (value === undefined) return ""
  // the link of an e-mail holds what confirms
  if (segments.some(isSecretName) || segments[1] === "outbox") return hidden
  return masked(JSON.stringify(mapSecrets("", value, () => hidden))).slice(0, longestValue)
}

/** A change without its secrets; a token is named by its own text. */
export const changeText = ({ op, path, value }: Change): string => {
  const segments = path.split("/")
  const shown = segments.map((segment, at) => (at > 0 && isSecretName(segments[at - 1] ?? "") ? hidden : segment))
  return [op, shown.join("/"), valueText(segments, value)].filter((part) => part !== "").join(" ")
}

/** The most changes of a region that are listed. */
const mostChanges = 200

const partOf = (region: string, changes: ReadonlyArray<Change>): Part => ({
  title: `${region}: ${changes.length} ${changes.length === 1 ? "change" : "changes"}`,
  lines: [
    ...changes.slice(0, mostChanges).map((change): Line => {
      const text = changeText(change)
      if (change.op === "add") return { text, tone: "good" }
      return change.op === "remove" ? { text, tone: "bad" } : { text }
    }),
    ...(changes.length > mostChanges ? [{ text: `and ${changes.length - mostChanges} more` }] : [])
  ]
})

/** Takes a snapshot of the current state under a name that is free. */
const takeBefore = Effect.gen(function* () {
  const names = new Set((yield* list).map(({ name }) => name))
  let number = 1
  while (names.has(`before-restore-${number}`)) number++
  return yield* Effect.map(take(`before-restore-${number}`), ({ name }) => name)
})

const restore: Action<Snapshot> = {
  name: "snapshots.restore",
  keys: ["enter"],
  label: "restore",
  pending: "restoring",
  effect: "reversible",
  inverse: "snapshots.return",
  run: (row) =>
    Effect.gen(function* () {
      const before = yield* RequestRecorder.unlessRecording(takeBefore, "")
      yield* restoreTo(row.name)
      return { ...row, before }
    }),
  done: "is restored; what there was before is in the newest of the snapshots before-restore."
}

/** Goes back to the state before a restore, if nothing has changed since. */
const back: Action<Snapshot> = {
  name: "snapshots.return",
  keys: ["-"],
  label: "take the restore back of",
  pending: "going back",
  effect: "reversible",
  run: ({ before = "", ...row }) =>
    Effect.gen(function* () {
      const { eu, us } = yield* differencesTo(row.name)
      const since = us.length + eu.length
      if (since > 0)
        return yield* refuse(
          `${since} ${since === 1 ? "change has" : "changes have"} been made since, which would be lost; restore ${before} to go back all the same`
        )
      yield* restoreTo(before)
      yield* forgetOf(before)
      return row
    }),
  done: "was restored, and is not any more: things are as they were before."
}

const forget: Action<Snapshot> = {
  name: "snapshots.forget",
  keys: ["D"],
  label: "forget",
  pending: "forgetting",
  effect: "final",
  consequence: "The state of now stays as it is; nobody can go back to this one.",
  needless: ({ name }) => (name === initial ? "is what the tenant began with, and stays" : undefined),
  run: ({ name }) => Effect.as(forgetOf(name), undefined),
  done: "is forgotten."
}

/** Fails if a name is taken, as what has it would be replaced. */
const unlessTaken = <E, R>(
  names: Effect.Effect<ReadonlyArray<{ readonly name: string }>, E, R>,
  name: string,
  detail: string
) =>
  Effect.flatMap(RequestRecorder.unlessRecording(names, []), (all) =>
    all.some((one) => one.name === name) ? refuse(detail) : Effect.void
  )

const Named = Schema.Struct({ name: Schema.String })

const takeForm = makeForm<Snapshot, typeof Named.Type>(Named, {
  name: "snapshots.take",
  label: "take",
  keys: ["n"],
  pending: "taking",
  on: "none",
  effect: "reversible",
  inverse: "snapshots.forget",
  consequence: "It lasts as long as its tenant.",
  fields: {
    name: {
      flag: "name",
      takes: "text",
      help: "1 to 64 letters, digits, points, underscores or hyphens",
      isRequired: true
    }
  },
  run: ({ name }) =>
    Effect.andThen(
      unlessTaken(list, name, `there is a snapshot ${name} already; choose another name, or forget it first`),
      take(name)
    ),
  done: "is taken.",
  example: "--name before-import"
})

const Branch = Schema.Struct({ tenant: Schema.String })

const branch = makeForm<Snapshot, typeof Branch.Type>(Branch, {
  name: "snapshots.branch",
  label: "branch",
  keys: ["b"],
  pending: "branching",
  on: "one",
  effect: "reversible",
  consequence: "Another tenant begins with it, which is reached with /t/ and its name before the region: /t/other/us.",
  fields: {
    tenant: { flag: "tenant", takes: "text", help: "Name of the tenant, of which there is none yet", isRequired: true }
  },
  run: ({ tenant }, row = named(initial)) =>
    unlessTaken(
      use((client) => client.tenants.list()),
      tenant,
      `there is a tenant ${tenant} already, which would be replaced; choose another name`
    ).pipe(
      Effect.andThen(use((client) => client.state.branch({ params: { name: row.name }, payload: { tenant } }))),
      Effect.as(row)
    ),
  done: "is what the tenant begins with.",
  example: "--tenant other"
})

const diff = makeRowQuery<Snapshot>({
  name: "snapshots.diff",
  label: "diff",
  keys: ["="],
  pending: "comparing",
  consequence: "What differs between a snapshot and the state of now, as changes that were made since.",
  run: ({ name }) =>
    Effect.map(differencesTo(name), ({ eu, us }) => ({
      title: `What changed since ${name}`,
      parts: [partOf("us", us), partOf("eu", eu)],
      data: { from: name, us: us.map(changeText), eu: eu.map(changeText) }
    }))
})

const [column, field] = [columnMaker<Snapshot>(), fieldMaker<Snapshot>()]

const takenAt = ({ taken_at }: Snapshot) => formatDateUtc(taken_at) || "when the tenant began"

/** The states of the tenant to go back to. */
export const snapshots: Resource<Snapshot> = {
  name: "snapshots",
  title: "Snapshots",
  one: "snapshot",
  letter: "s",
  ...box,
  idOf: ({ name }) => name,
  nameOf: ({ name }) => name,
  read: (_, number) => Effect.map(list, (all) => page([named(initial), ...all], number)),
  columns: [
    column("name", "NAME", ({ name }) => name, [12, 2, 0]),
    column("taken_at", "TAKEN AT", ({ taken_at }) => taken_at, [20, 0, 1], {
      text: (at) => formatDateUtc(at) || "at the beginning",
      tone: () => "quiet"
    })
  ],
  facts: [
    ["Name", ({ name }) => name],
    ["Taken at", takenAt]
  ],
  actions: [restore, forget],
  inverses: [back],
  forms: [takeForm, branch],
  queries: [diff],
  fields: [field("name", ({ name }) => name), field("taken_at", ({ taken_at }) => taken_at, takenAt)],
  summary: ["name", "taken_at"],
  namedBy: "name",
  example: initial,
  ofId: named
}
