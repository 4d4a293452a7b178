import * as Effect from "effect/Effect"

import { isNumeric } from "../Field.ts"
import type { Resource } from "../Resource.ts"
import { box, boxPage, maxRows, parseFilter, useDecoded } from "./box.ts"
import type { Query } from "./box.ts"
import { copyCurl, properties, readEntry } from "./journalEntry.ts"
import type { Entry } from "./journalEntry.ts"

const filters = ["status", "region", "operation", "since"]

const list = (query: Query) =>
  useDecoded(
    ({ JournalQuery }) => JournalQuery,
    { limit: maxRows, ...query },
    (client, query) => client.journal.list({ query })
  )

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
      Effect.map((all) => boxPage<Entry>(all, page))
    ),
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
}
