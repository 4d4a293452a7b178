import { Region } from "@remote-assist/core"
import { isSecretName } from "@remote-assist/core/Secrets"
import type * as Emulator from "@remote-assist/http-mock/Control"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"

import type { CopyAction } from "../../actions/Action.ts"
import { makeRowQuery } from "../../actions/Action.ts"
import type { Line, Part, Report } from "../../actions/Report.ts"
import { use } from "../../Control.ts"
import * as LoggedRequest from "../../requests/LoggedRequest.ts"
import { hidden, isPublicHeader, mapSecrets } from "../../requests/LoggedRequest.ts"
import { pluralize } from "../../text/format.ts"
import { glyphs } from "../../theme.ts"
import { formatDateUtc } from "../Field.ts"
import { maskTokens } from "./box.ts"
import { formatChange } from "./snapshots.ts"
import type { Change } from "./snapshots.ts"

/** A request to the service and its result. Its path has secrets. */
export interface Entry extends Omit<Emulator.JournalEntry, "at" | "arrived_at" | "passed" | "region"> {
  /** By the tenant's clock. */
  readonly at: string
  readonly region: string
}

/** An entry with headers and bodies, secrets included. */
type FullEntry = Emulator.WholeEntry

/** Returns the path as sent, without its secrets. */
export const safePath = ({ path }: Pick<Entry, "path">): string => LoggedRequest.maskUrl(LoggedRequest.parseUrl(path))

export const formatStatus = ({ gone, status }: Pick<Entry, "gone" | "status">): string => {
  if (status === null) return gone ? `${glyphs.problem} gone` : `${glyphs.busy} …`
  return `${status < 400 ? glyphs.done : glyphs.problem} ${status}`
}

const formatDuration = ({ duration }: Pick<Entry, "duration">): string =>
  duration === null ? "" : `${duration.toFixed(1)} ms`

const formatMails = ({ mails }: Pick<Entry, "mails">): string =>
  mails.map(({ kind, to }) => `${kind} to ${to}`).join(", ")

/** Says whether the request changed the world, and how many e-mails it sent. */
export const formatEffects = ({ changed, mails }: Pick<Entry, "changed" | "mails">): string =>
  [changed ? "yes" : "", mails.length === 0 ? "" : pluralize(mails.length, "mail")]
    .filter((part) => part !== "")
    .join(", ")

/** Why the request failed: its faults, or the reason of the service. */
export const reason = ({ faults, reason }: Pick<Entry, "faults" | "reason">): string =>
  [...faults, ...(reason === undefined ? [] : [maskTokens(reason)])].join(": ")

const readFull = ({ id }: Entry) => use((client) => client.journal.read({ params: { id } }))

// headers of the connection, and those that only the emulator reads
const excludedHeaders =
  /^(?:host|connection|content-length|transfer-encoding|expect|accept-encoding|user-agent|x-mock-.*|sec-.*)$/

const toCurl = Effect.fnUntraced(function* ({ method, request: { body, headers, url } }: FullEntry) {
  const region = yield* Region.Region
  const request = LoggedRequest.make({
    method,
    url: new URL(region.apiUrl).origin + url,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !excludedHeaders.test(name))),
    body: body.text === "" ? undefined : body.text
  })
  const Curl = yield* Effect.promise(() => import("../../requests/curl.ts"))
  return Curl.format(request, region)
})

const maxBodyLength = 8000

/** Paths whose response is a secret text. */
const opensSession = /\/(?:auth|oauth)(?:\/|$)/

/** Formats a body without its secrets. A body that is not JSON is left out. */
const formatBody = ({ encoding, text }: FullEntry["request"]["body"], path: string): string => {
  if (text === "") return "(empty)"
  if (encoding !== undefined) return `(${encoding})`
  return Result.match(
    Result.try((): unknown => JSON.parse(text)),
    {
      onSuccess: (body) => {
        if (Predicate.isString(body) && opensSession.test(path)) return hidden
        const safe = mapSecrets(path, body, () => hidden)
        return maskTokens(JSON.stringify(safe, undefined, 2)).slice(0, maxBodyLength)
      },
      onFailure: () => `(not JSON, ${text.length} characters)`
    }
  )
}

const isPublic = (name: string) => isPublicHeader(name) || !(isSecretName(name) || /auth|cookie|key|^x-mock/.test(name))

const messagePart = (
  title: string,
  path: string,
  { body, headers }: Pick<FullEntry["request"], "body" | "headers">
): Part => ({
  title,
  lines: [
    ...Object.entries(headers).map(([label, value]): Line => ({
      label,
      text: isPublic(label) ? maskTokens(value) : hidden
    })),
    ...formatBody(body, path)
      .split("\n")
      .map((text): Line => ({ text, isCode: true }))
  ]
})

const isChange = (operation: unknown): operation is Change =>
  Predicate.hasProperty(operation, "op") &&
  Predicate.isString(operation.op) &&
  Predicate.hasProperty(operation, "path") &&
  Predicate.isString(operation.path)

type Fact = readonly [label: string, text: (entry: Omit<Entry, "at">) => string]

/** The facts of an entry, with their labels. */
export const entryFacts: ReadonlyArray<Fact> = [
  ["Request", (entry) => `${entry.method} ${safePath(entry)}`],
  ["Status", formatStatus],
  ["Why", reason],
  ["Took", formatDuration],
  ["Region", ({ region }) => region],
  ["Changed", ({ changed }) => (changed ? "yes" : "")],
  ["E-mails", formatMails],
  ["Faults", ({ faults }) => faults.join(", ")]
]

const toReport = (entry: FullEntry, curl: string): Report => {
  const { answer, changes, duration, faults, id, mails, method, operation, region, request, status } = entry
  const [at, hint] = [DateTime.formatIso(entry.at), maskTokens(entry.hint ?? "")]
  const gaps = entry.gaps.map(({ id }) => id)
  const path = LoggedRequest.parseUrl(request.url).path
  const patches = [...(changes.us ?? []), ...(changes.eu ?? [])].flatMap((patch) =>
    isChange(patch) ? [formatChange(patch)] : []
  )
  const facts = [
    ...entryFacts.map(([label, text]) => [label, text(entry)] as const),
    ["At", formatDateUtc(at)] as const,
    ["Hint", hint] as const,
    ["Relies on", gaps.join(", ")] as const
  ]
  return {
    title: `Entry ${id}: ${operation ?? method} ${formatStatus(entry)}`,
    parts: [
      { lines: facts.flatMap(([label, text]) => (text === "" ? [] : [{ label, text }])) },
      { title: "For curl", lines: [{ text: curl, isCode: true }] },
      messagePart("Request", path, request),
      ...(answer === null ? [] : [messagePart("Answer", path, answer)]),
      ...(patches.length === 0 ? [] : [{ title: "Changes", lines: patches.map((text) => ({ text })) }])
    ],
    data: {
      id,
      at,
      region,
      operation,
      method,
      path: safePath(entry),
      status,
      duration,
      why: reason(entry),
      hint,
      faults,
      mails: mails.map(({ kind, to }) => ({ kind, to })),
      gaps,
      changes: patches,
      curl
    }
  }
}

export const readEntry = makeRowQuery<Entry>({
  name: "journal.read",
  label: "read",
  hint: "full entry",
  keys: ["enter"],
  pending: "reading",
  consequence: "Shows a full entry: headers, bodies, its changes and the reason of a failure, without secrets.",
  run: (row) => Effect.flatMap(readFull(row), (entry) => Effect.map(toCurl(entry), (curl) => toReport(entry, curl)))
})

export const copyCurl: CopyAction<Entry> = {
  name: "journal.copyCurl",
  keys: ["y"],
  label: "copy curl",
  what: "The curl command",
  text: (row) => Effect.flatMap(readFull(row), toCurl)
}
