import type * as Emulator from "@remote-assist/http-mock/Control"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { use } from "../../Control.ts"
import type { Tone } from "../../theme.ts"
import { columnMaker, fieldMaker, formatDateUtc, isNumeric } from "../Field.ts"
import type { Resource } from "../Resource.ts"
import { box, boxPage, maxRows, parseFilter, schemas } from "./box.ts"
import type { Query } from "./box.ts"
import { copyCurl, entryFacts, formatEffects, formatStatus, readEntry, reason, safePath } from "./journalEntry.ts"
import type { Entry } from "./journalEntry.ts"

/** An entry of which only the number is known. */
const unread: Entry = {
  id: 0,
  at: "",
  duration: null,
  region: "",
  operation: null,
  method: "",
  path: "",
  status: null,
  changed: false,
  mails: [],
  faults: [],
  gone: false
}

const toEntry = ({ at, ...entry }: Emulator.JournalEntry): Entry => ({ ...entry, at: DateTime.formatIso(at) })

const filters = ["status", "region", "operation", "since"]

const list = (query: Query) =>
  Effect.map(
    use((client) =>
      schemas.pipe(
        Effect.flatMap(({ JournalQuery }) => Schema.decodeUnknownEffect(JournalQuery)({ limit: maxRows, ...query })),
        Effect.flatMap((query) => client.journal.list({ query }))
      )
    ),
    (all) => all.map(toEntry)
  )

const operationName = (entry: Entry): string => entry.operation ?? `${entry.method} ${safePath(entry)}`

const tone = ({ status }: Entry): Tone => {
  if (status === null) return "warning"
  return status < 400 ? "plain" : "bad"
}

const milliseconds = (duration: number | null): string => (duration === null ? "" : duration.toFixed(1))

const [column, field] = [columnMaker<Entry>(), fieldMaker<Entry>()]

/** The last requests to the service and their results. */
export const journal: Resource<Entry> = {
  name: "journal",
  title: "Journal",
  one: "entry",
  letter: "j",
  ...box,
  idOf: ({ id }) => id,
  nameOf: ({ id }) => `entry ${id}`,
  read: (filter, page) =>
    parseFilter(filter, filters).pipe(
      Effect.flatMap(list),
      Effect.map((all) => boxPage(all, page))
    ),
  growsAtEnd: true,
  filterExample: "status=4xx region=us operation=EnterpriseUsers.list",
  columns: [
    column("id", "#", ({ id }) => id, [5, 0, 1], { align: "right" }),
    column("at", "TIME", ({ at }) => at, [8, 0, 3], { text: (at) => at.slice(11, 19), tone: () => "quiet" }),
    column("region", "", ({ region }) => region, [2, 0, 6], { tone: () => "quiet" }),
    column("operation", "OPERATION", operationName, [20, 2, 0]),
    column("status", "STATUS", formatStatus, [6, 0, 0], { tone }),
    column("duration", "MS", ({ duration }) => duration, [6, 0, 5], { text: milliseconds, align: "right" }),
    column("changed", "CHANGED", formatEffects, [8, 0, 4]),
    column("why", "WHY", reason, [12, 3, 2])
  ],
  facts: [
    ["Operation", ({ operation }) => operation],
    ...entryFacts,
    ["At", ({ at }) => formatDateUtc(at)],
    ["Id", ({ id }) => String(id)]
  ],
  actions: [],
  queries: [readEntry],
  copies: [copyCurl],
  fields: [
    field("id"),
    field("at", undefined, ({ at }) => formatDateUtc(at)),
    field("region"),
    field("operation"),
    field("method"),
    field("path", safePath),
    field("status"),
    field("duration", undefined, ({ duration }) => milliseconds(duration)),
    field("changed", undefined, formatEffects),
    field(
      "mails",
      ({ mails }) => mails.map(({ kind, to }) => ({ kind, to })),
      ({ mails }) => mails.map(({ to }) => to).join(", ")
    ),
    field("faults"),
    field("why", reason)
  ],
  summary: ["id", "at", "region", "operation", "status", "duration", "why"],
  namedBy: "number",
  example: "1",
  ofId: (name) => (isNumeric(name) ? { ...unread, id: Number(name) } : undefined)
}
