import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

import * as FieldColumn from "../../FieldColumn.ts"
import type { Resource } from "../../Resource.ts"
import { isNumeric, moments } from "../../texts.ts"
import { emulator } from "../emulator.ts"
import * as Filters from "../filters.ts"
import * as Whole from "../whole.ts"
import { copies } from "./copies.ts"
import * as Entries from "./Entry.ts"
import type { Entry } from "./Entry.ts"
import { inquiries } from "./inquiries.ts"
import { effects, milliseconds, operation, path, status, time, tone, why } from "./texts.ts"

const filters = ["status", "region", "operation", "since"]

/** The last requests to the service, and what became of them. */
export const journal: Resource<Entry> = {
  name: "journal",
  title: "Journal",
  one: "entry",
  letter: "j",
  group: emulator,
  isPublic: true,
  pageSize: Whole.most,
  idOf: ({ id }) => id,
  nameOf: ({ id }) => `entry ${id}`,
  read: (filter, page) =>
    Effect.map(Effect.flatMap(Filters.read(filter, filters), Entries.list), (all) => Whole.page(all, page)),
  follow: (filter) => Stream.unwrap(Effect.map(Filters.read(filter, filters), Entries.follow)),
  filterExample: "status=4xx region=us operation=EnterpriseUsers.list",
  columns: [
    FieldColumn.make({
      name: "id",
      title: "#",
      value: ({ id }: Entry) => id,
      align: "right",
      width: 5,
      grow: 0,
      rank: 1
    }),
    FieldColumn.make({
      name: "at",
      title: "TIME",
      value: ({ at }: Entry) => at,
      text: time,
      tone: () => "quiet",
      width: 8,
      grow: 0,
      rank: 3
    }),
    FieldColumn.make({
      name: "region",
      title: "",
      value: ({ region }: Entry) => region,
      tone: () => "quiet",
      width: 2,
      grow: 0,
      rank: 6
    }),
    FieldColumn.make({ name: "operation", title: "OPERATION", value: operation, width: 20, grow: 2, rank: 0 }),
    FieldColumn.make({ name: "status", title: "STATUS", value: status, tone, width: 6, grow: 0, rank: 0 }),
    FieldColumn.make({
      name: "duration",
      title: "MS",
      value: ({ duration }: Entry) => duration,
      text: milliseconds,
      align: "right",
      width: 6,
      grow: 0,
      rank: 5
    }),
    FieldColumn.make({ name: "changed", title: "CHANGED", value: effects, width: 8, grow: 0, rank: 4 }),
    FieldColumn.make({ name: "why", title: "WHY", value: why, width: 12, grow: 3, rank: 2 })
  ],
  facts: [
    ["Operation", ({ operation }) => operation],
    ["Request", (entry) => `${entry.method} ${path(entry)}`],
    ["Status", status],
    ["Why", why],
    ["Took", ({ duration }) => (duration === null ? "" : `${milliseconds(duration)} ms`)],
    ["At", ({ at }) => moments(at)],
    ["Region", ({ region }) => region],
    ["Changed", ({ changed }) => (changed ? "yes" : "")],
    ["E-mails", ({ mails }) => mails.map(({ kind, to }) => `${kind} to ${to}`).join(", ")],
    ["Faults", ({ faults }) => faults.join(", ")],
    ["Id", ({ id }) => String(id)]
  ],
  actions: [],
  inquiries,
  copies,
  fields: [
    { name: "id", value: ({ id }) => id, text: ({ id }) => String(id) },
    { name: "at", value: ({ at }) => at, text: ({ at }) => moments(at) },
    { name: "region", value: ({ region }) => region, text: ({ region }) => region },
    { name: "operation", value: ({ operation }) => operation, text: ({ operation }) => operation ?? "" },
    { name: "method", value: ({ method }) => method, text: ({ method }) => method },
    { name: "path", value: path, text: path },
    { name: "status", value: ({ status }) => status, text: ({ status }) => String(status ?? "") },
    { name: "duration", value: ({ duration }) => duration, text: ({ duration }) => milliseconds(duration) },
    { name: "changed", value: ({ changed }) => changed, text: effects },
    { name: "mails", value: ({ mails }) => mails, text: ({ mails }) => mails.map(({ to }) => to).join(", ") },
    { name: "faults", value: ({ faults }) => faults, text: ({ faults }) => faults.join(", ") },
    { name: "why", value: (entry) => why(entry), text: why }
  ],
  summary: ["id", "at", "region", "operation", "status", "duration", "why"],
  namedBy: "number",
  example: "1",
  ofId: (name) => (isNumeric(name) ? { ...Entries.unread, id: Number(name) } : undefined)
}
