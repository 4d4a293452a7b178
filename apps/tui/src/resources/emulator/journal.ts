import { Region } from "@remote-assist/core"
import { isSecretName } from "@remote-assist/core/Secrets"
import type * as Emulator from "@remote-assist/http-mock/Control"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

import type { CopyAction } from "../../actions/Action.ts"
import { makeRowQuery } from "../../actions/Action.ts"
import type { Line, Part, Report } from "../../actions/Report.ts"
import { Control, use } from "../../Control.ts"
import type { ControlFailure } from "../../Control.ts"
import * as LoggedRequest from "../../requests/LoggedRequest.ts"
import { hidden, isPublicHeader, mapSecrets } from "../../requests/LoggedRequest.ts"
import * as RequestUrl from "../../requests/RequestUrl.ts"
import { glyphs } from "../../theme.ts"
import type { Tone } from "../../theme.ts"
import { columnMaker, fieldMaker, formatDateUtc, isNumeric } from "../Field.ts"
import type { Resource } from "../Resource.ts"
import { box, masked, most, page, queryOf, schemas } from "./common.ts"
import type { Query } from "./common.ts"
import { changeText } from "./snapshots.ts"
import type { Change } from "./snapshots.ts"

/** A request to the service and what became of it, in short. Its path holds secrets. */
interface Entry extends Omit<Emulator.JournalEntry, "at" | "arrived_at" | "passed" | "region"> {
  /** By the tenant's clock. */
  readonly at: string
  readonly region: string
}

/** The whole of an entry, secrets included: nothing of it is shown as it is. */
type Whole = Emulator.WholeEntry

/** An entry of which only its number is known. */
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

const entryOf = ({ at, ...entry }: Emulator.JournalEntry): Entry => ({ ...entry, at: DateTime.formatIso(at) })

const filters = ["status", "region", "operation", "since"]

const list = (query: Query) =>
  Effect.map(
    use((client) =>
      schemas.pipe(
        Effect.flatMap(({ JournalQuery }) => Schema.decodeUnknownEffect(JournalQuery)({ limit: most, ...query })),
        Effect.flatMap((query) => client.journal.list({ query }))
      )
    ),
    (all) => all.map(entryOf)
  )

const fits = ({ id, operation, region, status }: Entry, query: Query): boolean => {
  const wanted = String(query["status"] ?? status)
  return (
    (query["region"] ?? region) === region &&
    (query["operation"] ?? operation) === operation &&
    id > Number(query["since"] ?? -1) &&
    (wanted.endsWith("xx") ? String(status).startsWith(wanted.slice(0, 1)) : String(status) === wanted)
  )
}

/** New entries; the first group is empty and says that they are to come. */
const follow = (query: Query): Stream.Stream<ReadonlyArray<Entry>, ControlFailure, Control> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const { failureOf } = yield* Control
      const entries = yield* use((client) => client.journal.stream())
      return entries.pipe(
        Stream.mapError(failureOf),
        Stream.chunks,
        Stream.map((all) => all.map(entryOf).filter((entry) => fits(entry, query))),
        Stream.prepend([[]])
      )
    })
  )

const readWhole = ({ id }: Entry) => use((client) => client.journal.read({ params: { id } }))

/** The path as it was sent, without its secrets. */
const pathOf = ({ path }: Pick<Entry, "path">): string => {
  const [before = "", query] = path.split(/\?(.*)/s)
  if (query === undefined) return path
  const pairs = query.split("&").map((pair) => {
    const [name = "", value = ""] = pair.split(/=(.*)/s)
    return [name, pair.includes("=") && isSecretName(RequestUrl.decode(name)) ? hidden : value] as const
  })
  return before + RequestUrl.formatQuery(pairs)
}

const operationOf = (entry: Pick<Entry, "operation" | "method" | "path">): string =>
  entry.operation ?? `${entry.method} ${pathOf(entry)}`

const statusOf = ({ gone, status }: Pick<Entry, "gone" | "status">): string => {
  if (status === null) return gone ? `${glyphs.problem} gone` : `${glyphs.busy} …`
  return `${status < 400 ? glyphs.done : glyphs.problem} ${status}`
}

const toneOf = ({ status }: Entry): Tone => {
  if (status === null) return "warning"
  return status < 400 ? "plain" : "bad"
}

const milliseconds = (duration: number | null): string => (duration === null ? "" : duration.toFixed(1))

const took = ({ duration }: Pick<Entry, "duration">) => (duration === null ? "" : `${milliseconds(duration)} ms`)

const mailsOf = ({ mails }: Pick<Entry, "mails">) => mails.map(({ kind, to }) => `${kind} to ${to}`).join(", ")

/** Its effects: the world that it changed, the e-mails that it sent. */
const effectsOf = ({ changed, mails }: Pick<Entry, "changed" | "mails">): string =>
  [changed ? "yes" : "", mails.length === 0 ? "" : `${mails.length} ${mails.length === 1 ? "mail" : "mails"}`]
    .filter((part) => part !== "")
    .join(", ")

/** Why it was refused: the fault that hit it, or the reason of the service. */
const whyOf = ({ faults, reason }: Pick<Entry, "faults" | "reason">): string =>
  [...faults, ...(reason === undefined ? [] : [masked(reason)])].join(": ")

// headers of the connection, and those that only the emulator reads
const own = /^(?:host|connection|content-length|transfer-encoding|expect|accept-encoding|user-agent|x-mock-.*|sec-.*)$/

/** The request of an entry without its secrets, and the region that it is sent to. */
const requestOf = Effect.fnUntraced(function* ({ method, request }: Whole) {
  const region = yield* Region.Region
  const { body, headers, url } = request
  const kept = LoggedRequest.make({
    method,
    url: new URL(region.apiUrl).origin + url,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !own.test(name))),
    body: body.text === "" ? undefined : body.text
  })
  return { kept, region }
})

const curlOf = Effect.fnUntraced(function* (entry: Whole) {
  const { kept, region } = yield* requestOf(entry)
  const Curl = yield* Effect.promise(() => import("../../requests/curl.ts"))
  return Curl.format(kept, region)
})

const longestBody = 8000

/** Operations whose answer is a secret as a whole. */
const opensSession = /\/(?:auth|oauth)(?:\/|$)/

/** A body without its secrets; one that is no JSON is left out. */
const bodyText = ({ encoding, text }: Whole["request"]["body"], path: string): string => {
  if (text === "") return "(empty)"
  if (encoding !== undefined) return `(${encoding})`
  return Result.match(
    Result.try((): unknown => JSON.parse(text)),
    {
      onSuccess: (body) => {
        if (Predicate.isString(body) && opensSession.test(path)) return hidden
        const shown = mapSecrets(path, body, () => hidden)
        return masked(JSON.stringify(shown, undefined, 2)).slice(0, longestBody)
      },
      onFailure: () => `(no JSON, ${text.length} characters)`
    }
  )
}

const isOpen = (name: string) => isPublicHeader(name) || !(isSecretName(name) || /auth|cookie|key|^x-mock/.test(name))

const messagePart = (
  title: string,
  path: string,
  { body, headers }: Pick<Whole["request"], "body" | "headers">
): Part => ({
  title,
  lines: [
    ...Object.entries(headers).map(([name, value]): Line => ({
      label: name,
      text: isOpen(name) ? masked(value) : hidden
    })),
    ...bodyText(body, path)
      .split("\n")
      .map((text): Line => ({ text, isCode: true }))
  ]
})

const isChange = (operation: unknown): operation is Change =>
  Predicate.hasProperty(operation, "op") &&
  Predicate.isString(operation.op) &&
  Predicate.hasProperty(operation, "path") &&
  Predicate.isString(operation.path)

const reportOf = (entry: Whole, curl: string): Report => {
  const { answer, changes, duration, faults, id, mails, method, operation, region, request, status } = entry
  const [at, hint] = [DateTime.formatIso(entry.at), masked(entry.hint ?? "")]
  const gaps = entry.gaps.map(({ id }) => id)
  const path = RequestUrl.parse(request.url).path
  const made = [...(changes.us ?? []), ...(changes.eu ?? [])].flatMap((operation) =>
    isChange(operation) ? [changeText(operation)] : []
  )
  const facts = [
    ["Request", `${method} ${pathOf(entry)}`],
    ["Region", region],
    ["At", formatDateUtc(at)],
    ["Took", took(entry)],
    ["Why", whyOf(entry)],
    ["Hint", hint],
    ["Did", effectsOf(entry)],
    ["E-mails", mailsOf(entry)],
    ["Faults", faults.join(", ")],
    ["Relies on", gaps.join(", ")]
  ] as const
  return {
    title: `Entry ${id}: ${operation ?? method} ${statusOf(entry)}`,
    parts: [
      { lines: facts.flatMap(([label, text]) => (text === "" ? [] : [{ label, text }])) },
      { title: "For curl", lines: [{ text: curl, isCode: true }] },
      messagePart("Request", path, request),
      ...(answer === null ? [] : [messagePart("Answer", path, answer)]),
      ...(made.length === 0 ? [] : [{ title: "Changes", lines: made.map((text) => ({ text })) }])
    ],
    data: {
      id,
      at,
      region,
      operation,
      method,
      path: pathOf(entry),
      status,
      duration,
      why: whyOf(entry),
      hint,
      faults,
      mails: mails.map(({ kind, to }) => ({ kind, to })),
      gaps,
      changes: made,
      curl
    }
  }
}

const read = makeRowQuery<Entry>({
  name: "journal.read",
  label: "read",
  hint: "whole entry",
  keys: ["enter"],
  pending: "reading",
  consequence: "The whole of an entry: headers, bodies, what it changed, and why it was refused. Secrets are left out.",
  run: (row) => Effect.flatMap(readWhole(row), (entry) => Effect.map(curlOf(entry), (curl) => reportOf(entry, curl)))
})

const copyCurl: CopyAction<Entry> = {
  name: "journal.copyCurl",
  keys: ["y"],
  label: "copy curl",
  what: "The line for curl",
  text: (row) => Effect.flatMap(readWhole(row), curlOf)
}

const [column, field] = [columnMaker<Entry>(), fieldMaker<Entry>()]

/** The last requests to the service, and what became of them. */
export const journal: Resource<Entry> = {
  name: "journal",
  title: "Journal",
  one: "entry",
  letter: "j",
  ...box,
  idOf: ({ id }) => id,
  nameOf: ({ id }) => `entry ${id}`,
  read: (filter, number) =>
    queryOf(filter, filters).pipe(
      Effect.flatMap(list),
      Effect.map((all) => page(all, number))
    ),
  follow: (filter) => Stream.unwrap(Effect.map(queryOf(filter, filters), follow)),
  filterExample: "status=4xx region=us operation=EnterpriseUsers.list",
  columns: [
    column("id", "#", ({ id }) => id, [5, 0, 1], { align: "right" }),
    column("at", "TIME", ({ at }) => at, [8, 0, 3], { text: (at) => at.slice(11, 19), tone: () => "quiet" }),
    column("region", "", ({ region }) => region, [2, 0, 6], { tone: () => "quiet" }),
    column("operation", "OPERATION", operationOf, [20, 2, 0]),
    column("status", "STATUS", statusOf, [6, 0, 0], { tone: toneOf }),
    column("duration", "MS", ({ duration }) => duration, [6, 0, 5], { text: milliseconds, align: "right" }),
    column("changed", "CHANGED", effectsOf, [8, 0, 4]),
    column("why", "WHY", whyOf, [12, 3, 2])
  ],
  facts: [
    ["Operation", ({ operation }) => operation],
    ["Request", (entry) => `${entry.method} ${pathOf(entry)}`],
    ["Status", statusOf],
    ["Why", whyOf],
    ["Took", took],
    ["At", ({ at }) => formatDateUtc(at)],
    ["Region", ({ region }) => region],
    ["Changed", ({ changed }) => (changed ? "yes" : "")],
    ["E-mails", mailsOf],
    ["Faults", ({ faults }) => faults.join(", ")],
    ["Id", ({ id }) => String(id)]
  ],
  actions: [],
  queries: [read],
  copies: [copyCurl],
  fields: [
    field("id", ({ id }) => id),
    field(
      "at",
      ({ at }) => at,
      ({ at }) => formatDateUtc(at)
    ),
    field("region", ({ region }) => region),
    field("operation", ({ operation }) => operation),
    field("method", ({ method }) => method),
    field("path", pathOf),
    field("status", ({ status }) => status),
    field(
      "duration",
      ({ duration }) => duration,
      ({ duration }) => milliseconds(duration)
    ),
    field("changed", ({ changed }) => changed, effectsOf),
    field(
      "mails",
      ({ mails }) => mails.map(({ kind, to }) => ({ kind, to })),
      ({ mails }) => mails.map(({ to }) => to).join(", ")
    ),
    field("faults", ({ faults }) => faults),
    field("why", whyOf)
  ],
  summary: ["id", "at", "region", "operation", "status", "duration", "why"],
  namedBy: "number",
  example: "1",
  ofId: (name) => (isNumeric(name) ? { ...unread, id: Number(name) } : undefined)
}
