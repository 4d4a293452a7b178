import { isSecretName, maskNamed } from "@remote-assist/core/Secrets"
import { pluralize } from "@remote-assist/core/Text"
import type * as Emulator from "@remote-assist/http-mock/Control"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"

import type { CopyAction } from "../../actions/Action.ts"
import { makeRowQuery } from "../../actions/Action.ts"
import type { Part, Report } from "../../actions/Report.ts"
import { use } from "../../Control.ts"
import * as Requests from "../../requests/Requests.ts"
import { glyphs } from "../../theme.ts"
import type { Tone } from "../../theme.ts"
import { fromProperties, isNumeric } from "../Field.ts"
import { makeBox, maxRows, reportRow, useDecoded } from "./box.ts"
import { formatChange } from "./snapshots.ts"

/** A request to the service and its result, or only its number. Its path has secrets. */
type Entry = Pick<Emulator.JournalEntry, "id"> & Partial<Omit<Emulator.JournalEntry, "id">>

/** An entry with headers and bodies, secrets included. */
type FullEntry = Emulator.WholeEntry

/** Returns the path as sent, without its secrets. */
const safePath = ({ path = "" }: Entry): string => Requests.maskUrl(Requests.parseUrl(path))

const request = (entry: Entry): string => `${entry.method ?? ""} ${safePath(entry)}`

const describeStatus = ({ gone, status }: Entry): readonly [text: string, tone: Tone] => {
  if (status == null) return [gone === true ? `${glyphs.problem} gone` : `${glyphs.busy} …`, "warning"]
  return status < 400 ? [`${glyphs.done} ${status}`, "plain"] : [`${glyphs.problem} ${status}`, "bad"]
}

const formatDuration = ({ duration }: Entry): string => duration?.toFixed(1) ?? ""

const properties = fromProperties<Entry>({
  id: { column: ["#", 5, 0, 1], align: "right", label: "Id" },
  at: {
    column: ["TIME", 8, 0, 3],
    columnText: ({ at }) => (at === undefined ? "" : DateTime.formatIso(at).slice(11, 19)),
    tone: () => "quiet",
    label: "At"
  },
  region: { column: ["", 2, 0, 6], tone: () => "quiet", label: "Region" },
  operation: {
    column: ["OPERATION", 20, 2, 0],
    columnText: (entry) => entry.operation ?? request(entry),
    label: "Operation"
  },
  method: {},
  path: { value: safePath, text: request, label: "Request" },
  status: {
    column: ["STATUS", 6, 0, 0],
    text: (entry) => describeStatus(entry)[0],
    tone: (entry) => describeStatus(entry)[1],
    label: "Status"
  },
  duration: {
    column: ["MS", 6, 0, 5],
    text: (entry) => (entry.duration == null ? "" : `${formatDuration(entry)} ms`),
    columnText: formatDuration,
    align: "right",
    label: "Took"
  },
  changed: {
    column: ["CHANGED", 8, 0, 4],
    text: ({ changed, mails = [] }) =>
      [changed === true && "yes", mails.length > 0 && pluralize(mails.length, "mail")].filter(Boolean).join(", "),
    label: "Changed"
  },
  mails: {
    value: ({ mails = [] }) => mails.map(({ kind, to }) => ({ kind, to })),
    text: ({ mails = [] }) => mails.map(({ kind, to }) => `${kind} to ${to}`).join(", "),
    label: "E-mails"
  },
  faults: { label: "Faults" },
  // its faults, or the reason of the service
  why: {
    column: ["WHY", 12, 3, 2],
    value: ({ faults = [], reason }) => [...faults, ...(reason === undefined ? [] : [maskNamed(reason)])].join(": "),
    label: "Why"
  }
})

const readFull = ({ id }: Entry) => use((client) => client.journal.read({ params: { id } }))

const readCurl = ({ id }: Entry) => use((client) => client.journal.curl({ params: { id }, query: {} }))

const maxBodyLength = 8000

/** Formats a body without its secrets. A body that is not JSON is left out. */
const formatBody = ({ encoding, text }: FullEntry["request"]["body"], path: string): string => {
  if (encoding !== undefined || text === "") return `(${encoding ?? "empty"})`
  return maskNamed(Requests.maskBody(path, text, 2)).slice(0, maxBodyLength)
}

const messagePart = (
  title: string,
  path: string,
  { body, headers }: Pick<FullEntry["request"], "body" | "headers">
): Part => ({
  title,
  lines: [
    ...Object.entries(headers).map(([label, value]) => ({
      label,
      text: isSecretName(label) ? Requests.hidden : maskNamed(value)
    })),
    ...formatBody(body, path)
      .split("\n")
      .map((text) => ({ text, isCode: true }))
  ]
})

const toReport = (entry: FullEntry, curl: string): Report => {
  const { answer, changes: all, gaps, request } = entry
  const { path } = Requests.parseUrl(request.url)
  const changes = [...(all.us ?? []), ...(all.eu ?? [])].map(formatChange)
  const [hint, relied] = [maskNamed(entry.hint ?? ""), gaps.map(({ id }) => id)]
  const title = `Entry ${entry.id}: ${entry.operation ?? entry.method} ${describeStatus(entry)[0]}`
  const facts = Object.entries({ Hint: hint, "Relies on": relied.join(", ") })
  const report = reportRow(title, properties, entry, facts, { hint, gaps: relied, changes, curl })
  return {
    ...report,
    parts: [
      ...report.parts,
      { title: "As curl", lines: [{ text: curl, isCode: true }] },
      messagePart("Request", path, request),
      ...(answer === null ? [] : [messagePart("Answer", path, answer)]),
      ...(changes.length === 0 ? [] : [{ title: "Changes", lines: changes.map((text) => ({ text })) }])
    ]
  }
}

const readEntry = makeRowQuery<Entry>({
  name: "journal.read",
  label: "read",
  hint: "full entry",
  keys: ["enter"],
  consequence: "Shows a full entry: headers, bodies, its changes and the reason of a failure, without secrets.",
  run: (row) => Effect.zipWith(readFull(row), readCurl(row), toReport)
})

const copyCurl: CopyAction<Entry> = {
  name: "journal.copyCurl",
  keys: ["y"],
  label: "copy curl",
  what: "The curl command",
  text: readCurl
}

/** The last requests to the service and their results. */
export const journal = makeBox<Entry>({
  name: "journal",
  title: "Journal",
  one: "entry",
  many: "journal entries",
  letter: "j",
  idOf: ({ id }) => id,
  nameOf: ({ id }) => `entry ${id}`,
  filters: ["status", "region", "operation", "since"],
  list: (query) =>
    useDecoded("JournalQuery", { limit: maxRows, ...query }, (client, query) => client.journal.list({ query })),
  growsAtEnd: true,
  filterExample: "status=4xx region=us operation=EnterpriseUsers.list",
  ...properties,
  actions: [],
  queries: [readEntry],
  copies: [copyCurl],
  summary: ["id", "at", "region", "operation", "status", "duration", "why"],
  namedBy: "number",
  example: "1",
  ofId: (name) => (isNumeric(name) ? { id: Number(name) } : undefined)
})
