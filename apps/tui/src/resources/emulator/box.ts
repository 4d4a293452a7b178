import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import type { Services } from "../../actions/Action.ts"
import { fromFacts } from "../../actions/Report.ts"
import { refuse, use } from "../../Control.ts"
import type { Client, ControlRefused } from "../../Control.ts"
import type { Failure } from "../../Problem.ts"
import type { Resource, ResourceGroup } from "../Resource.ts"
import { wholePage } from "../Resource.ts"

/** The screen of the emulator's boxes. */
const group: ResourceGroup = { name: "emulator", title: "Emulator", letter: "e", place: "emulator" }

/** Maximum number of rows of a box; the last ones are shown. */
export const maxRows = 1000

/** A parsed filter such as `status=4xx since=7`. */
type Query = Readonly<Record<string, string | number>>

/** Creates a resource of the emulator's screen. */
export const makeBox = <Row>({
  list,
  ...resource
}: Omit<Resource<Row>, "group" | "isPublic" | "pageSize" | "read"> & {
  readonly list: (query: Query) => Effect.Effect<ReadonlyArray<Row>, Failure, Services>
}): Resource<Row> => ({
  ...resource,
  group,
  isPublic: true,
  pageSize: maxRows,
  read: (filter, page) =>
    Effect.map(Effect.flatMap(parseFilter(filter, resource.filters ?? []), list), (all) =>
      wholePage(all.slice(-maxRows), page, maxRows)
    )
})

const numeric: ReadonlySet<string> = new Set(["since", "after"])

/** Parses a filter; fails for a name that is not in `names`. */
const parseFilter = (filter: string, names: ReadonlyArray<string>): Effect.Effect<Query, ControlRefused> => {
  const query: Record<string, string | number> = {}
  for (const clause of filter.split(/\s+/).filter((clause) => clause !== "")) {
    const [name = "", value = ""] = clause.split(/=(.*)/s)
    if (!names.includes(name) || value === "")
      return refuse(`the filter "${clause}" is invalid. Use ${names.map((name) => `${name}=`).join(", ")}.`, 400)
    query[name] = numeric.has(name) ? Number(value) : value
  }
  return Effect.succeed(query)
}

type Schemas = Pick<typeof import("@remote-assist/http-mock/Control"), "Fault" | "JournalQuery" | "OutboxQuery">

/** Calls the control plane with a value that one of its schemas decodes. The schemas are loaded on demand. */
export const useDecoded = <Name extends keyof Schemas, A, E, R>(
  name: Name,
  value: unknown,
  call: (client: Client, value: Schemas[Name]["Type"]) => Effect.Effect<A, E, R>
) =>
  use((client) =>
    Effect.promise((): Promise<Schemas> => import("@remote-assist/http-mock/Control")).pipe(
      Effect.flatMap((schemas) => Schema.decodeUnknownEffect(schemas[name])(value)),
      Effect.flatMap((decoded) => call(client, decoded))
    )
  )

/** Creates a report of all facts and fields of a row, and of others. */
export const reportRow = <Row>(
  title: string,
  { facts, fields }: Pick<Resource<Row>, "facts" | "fields">,
  row: Row,
  otherFacts: Parameters<typeof fromFacts>[1],
  otherData: Readonly<Record<string, unknown>>
) =>
  fromFacts(title, [...facts.map(([label, text]) => [label, text(row)] as const), ...otherFacts], {
    ...Object.fromEntries(fields.map(({ name, value }) => [name, value(row)])),
    ...otherData
  })
