import { Region } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { Control } from "../../../control/Control.ts"
import * as Address from "../../../requests/address.ts"
import * as Kept from "../../../requests/Kept.ts"
import { Differences } from "../snapshots/Snapshot.ts"
import { Entry } from "./Entry.ts"

const Content = Schema.Struct({ text: Schema.String, encoding: Schema.optionalKey(Schema.String) })

const Headers = Schema.Record(Schema.String, Schema.String)

const Answer = Schema.Struct({ status: Schema.Int, headers: Headers, body: Content })

/** The whole of an entry, secrets included: nothing of it is shown as it is. */
export const WholeEntry = Schema.Struct({
  ...Entry.fields,
  request: Schema.Struct({ url: Schema.String, headers: Headers, body: Content }),
  answer: Schema.NullOr(Answer),
  changes: Schema.Struct({
    us: Schema.optionalKey(Differences.fields.us),
    eu: Schema.optionalKey(Differences.fields.eu)
  }),
  /** What the answer relies on; what is chosen there may be a secret. */
  gaps: Schema.Array(Schema.Struct({ id: Schema.String })),
  hint: Schema.optionalKey(Schema.String)
})
export type WholeEntry = typeof WholeEntry.Type

/** The whole of an entry of a number. */
export const read = (id: number) =>
  Effect.flatMap(Control, ({ ask }) => ask({ method: "GET", path: `/journal/${id}` }, WholeEntry))

// what the connection is about, and what only the emulator reads
const own = /^(?:host|connection|content-length|transfer-encoding|expect|accept-encoding|user-agent|x-mock-.*|sec-.*)$/

/** The request of an entry as it is kept of what was sent here: without its secrets. */
export const keptOf = Effect.fnUntraced(function* ({ method, request }: WholeEntry) {
  const { apiUrl } = yield* Region.Region
  const { body, headers, url } = request
  return Kept.of({
    method,
    url: new URL(apiUrl).origin + url,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !own.test(name))),
    body: body.text === "" ? undefined : body.text
  })
})

/** The path that an entry's secrets are told by. */
export const pathOf = ({ request }: WholeEntry): string => Address.of(request.url).path
