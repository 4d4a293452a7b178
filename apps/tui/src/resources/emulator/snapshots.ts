import { isSecretName, maskNamed } from "@remote-assist/core/Secrets"
import { pluralize } from "@remote-assist/core/Text"
import type * as Emulator from "@remote-assist/http-mock/Control"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import type { Action } from "../../actions/Action.ts"
import { makeForm, makeRowQuery } from "../../actions/Action.ts"
import type { Part } from "../../actions/Report.ts"
import { refuse, use } from "../../Control.ts"
import { hidden, mapSecrets } from "../../requests/Requests.ts"
import * as Requests from "../../requests/Requests.ts"
import type { Tone } from "../../theme.ts"
import { formFields, formatDateUtc, fromProperties } from "../Field.ts"
import { makeBox } from "./box.ts"

/** A stored state of the tenant; streams distinguish rows by `id`. */
interface Snapshot extends Pick<Emulator.SnapshotEntry, "name">, Partial<Omit<Emulator.SnapshotEntry, "name">> {
  readonly id: string
  /** Name of the snapshot that was taken before this one was restored. */
  readonly before?: string
}

/** The snapshot of the tenant's first state, which always exists. */
const initial = "initial"

const named = (name: string): Snapshot => ({ name, id: name })

const toSnapshot = (entry: Emulator.SnapshotEntry): Snapshot => ({ ...entry, id: entry.name })

const list = use((client) => Effect.map(client.state.snapshots(), (all) => all.map(toSnapshot)))

const takeSnapshot = (name: string) => use((client) => Effect.map(client.state.take({ params: { name } }), toSnapshot))

const restoreState = (name: string) => use((client) => client.state.restore({ params: { name } }))

const removeSnapshot = (name: string) => use((client) => client.state.forget({ params: { name } }))

const changesSince = (from: string) => use((client) => client.state.diff({ query: { from } }))

/** All changes since the first state, as text to compare. */
export const worldChanges = Effect.map(changesSince(initial), (changes) => JSON.stringify(changes))

type Change = Emulator.Differences["us"][number]

const maxValueLength = 300

/** Formats a change without its secrets; the key of a token is the token. */
export const formatChange = ({ op, path, ...change }: Change): string => {
  const segments = path.split("/")
  const masked = segments.map((segment, at) => (isSecretName(segments[at - 1] ?? "") ? hidden : segment)).join("/")
  if (!("value" in change)) return `${op} ${masked}`
  // the link of an e-mail has the token that confirms
  if (segments.some(isSecretName) || segments[1] === "outbox") return `${op} ${masked} ${hidden}`
  const text = maskNamed(JSON.stringify(mapSecrets("", change.value, () => hidden)))
  return `${op} ${masked} ${text.slice(0, maxValueLength)}`
}

const tones: Readonly<Record<Change["op"], Tone>> = { add: "good", remove: "bad", replace: "plain" }

const changesPart = (region: string, changes: ReadonlyArray<Change>): Part => ({
  title: `${region}: ${pluralize(changes.length, "change")}`,
  lines: changes.map((change) => ({ text: formatChange(change), tone: tones[change.op] }))
})

/** Takes a snapshot under a new name with the next number. */
const takeBeforeRestore = Effect.gen(function* () {
  const numbers = (yield* list).map(({ name }) => Number(/^before-restore-(\d{1,15})$/.exec(name)?.[1] ?? 0))
  return (yield* takeSnapshot(`before-restore-${1 + Math.max(0, ...numbers)}`)).name
})

const restore: Action<Snapshot> = {
  name: "snapshots.restore",
  keys: ["r"],
  label: "restore",
  effect: "reversible",
  inverse: "snapshots.return",
  isCumulative: true,
  run: (row) =>
    Effect.gen(function* () {
      const before = yield* Requests.unlessRecording(takeBeforeRestore, "")
      yield* restoreState(row.name)
      return { ...row, before }
    }),
  done: "is restored; the newest before-restore snapshot has the earlier state."
}

/** Undoes a restore, unless the world has changed since. */
const undoRestore: Action<Snapshot> = {
  name: "snapshots.return",
  keys: ["-"],
  label: "undo the restore of",
  effect: "reversible",
  run: ({ before = "", ...row }) =>
    Effect.gen(function* () {
      const { eu, us } = yield* changesSince(row.name)
      const count = us.length + eu.length
      if (count > 0)
        return yield* refuse(
          `it would lose ${pluralize(count, "change")} made since. Restore ${before} to undo it anyway`
        )
      yield* restoreState(before)
      yield* removeSnapshot(before)
      return row
    }),
  done: "is no longer restored: the state is as before."
}

const forget: Action<Snapshot> = {
  name: "snapshots.forget",
  keys: ["D"],
  label: "forget",
  effect: "final",
  consequence: "The current state does not change; nobody can restore this snapshot any more.",
  needless: ({ name }) => (name === initial ? "is the initial state and stays" : undefined),
  run: ({ name }) => Effect.as(removeSnapshot(name), undefined),
  done: "is forgotten."
}

/** Fails if a name is in use, since its owner would be overwritten. */
const requireFree = (names: ReadonlyArray<{ readonly name: string }>, name: string, message: string) =>
  names.some((one) => one.name === name) ? refuse(message) : Effect.void

const TakeForm = Schema.Struct({ name: Schema.String })

const take = makeForm<Snapshot, typeof TakeForm.Type>(TakeForm, {
  name: "snapshots.take",
  label: "take",
  keys: ["n"],
  on: "none",
  effect: "reversible",
  inverse: "snapshots.forget",
  consequence: "The snapshot lasts as long as its tenant.",
  fields: formFields(TakeForm, { name: "1 to 64 letters, digits, points, underscores or hyphens" }),
  run: Effect.fnUntraced(function* ({ name }) {
    const all = yield* Requests.unlessRecording(list, [])
    yield* requireFree(all, name, `the snapshot ${name} exists already. Choose another name, or forget it first`)
    return yield* takeSnapshot(name)
  }),
  done: "is taken.",
  example: "--name before-import"
})

const BranchForm = Schema.Struct({ tenant: Schema.String })

const branch = makeForm<Snapshot, typeof BranchForm.Type>(BranchForm, {
  name: "snapshots.branch",
  label: "branch",
  keys: ["b"],
  on: "one",
  effect: "reversible",
  consequence: "Creates a tenant that starts with this state. Reach it by its name in the address: /t/other/us.",
  fields: formFields(BranchForm, { tenant: "Name of the new tenant" }),
  run: Effect.fnUntraced(function* ({ tenant }, row = named(initial)) {
    const tenants = use((client) => client.tenants.list())
    const all = yield* Requests.unlessRecording(tenants, [])
    yield* requireFree(all, tenant, `the tenant ${tenant} exists already and would be overwritten. Choose another name`)
    yield* use((client) => client.state.branch({ params: { name: row.name }, payload: { tenant } }))
    return row
  }),
  done: "is the first state of the new tenant.",
  example: "--tenant other"
})

const diff = makeRowQuery<Snapshot>({
  name: "snapshots.diff",
  label: "diff",
  keys: ["enter", "="],
  pending: "comparing",
  consequence: "Shows the changes between a snapshot and the current state.",
  run: ({ name }) =>
    Effect.map(changesSince(name), ({ eu, us }) => ({
      title: `Changes since ${name}`,
      parts: [changesPart("us", us), changesPart("eu", eu)],
      data: { from: name, us: us.map(formatChange), eu: eu.map(formatChange) }
    }))
})

/** Snapshots of the tenant's state. */
export const snapshots = makeBox<Snapshot>({
  name: "snapshots",
  title: "Snapshots",
  one: "snapshot",
  letter: "s",
  idOf: ({ name }) => name,
  nameOf: ({ name }) => name,
  list: () => Effect.map(list, (all) => [named(initial), ...all]),
  ...fromProperties<Snapshot>({
    name: { label: "Name", column: ["NAME", 12, 2, 0] },
    taken_at: {
      label: "Taken at",
      text: ({ taken_at: at }) => (at === undefined ? "at the beginning" : formatDateUtc(DateTime.formatIso(at))),
      column: ["TAKEN AT", 20, 0, 1],
      tone: () => "quiet"
    }
  }),
  actions: [restore, forget],
  inverses: [undoRestore],
  forms: [take, branch],
  queries: [diff],
  summary: ["name", "taken_at"],
  namedBy: "name",
  example: initial,
  ofId: named
})
