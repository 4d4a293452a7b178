import type { RegionName } from "@remote-assist/core/Region"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import type { Mail } from "../world/model/rows.ts"

/** An e-mail on its way. */
export interface Outgoing {
  /** The same at each attempt, and never that of another. */
  readonly key: string
  readonly tenant: string
  readonly region: RegionName
  readonly mail: Mail
  readonly link: string | undefined
  /** The id in the journal of the request that sent it; nothing where no journal is kept. */
  readonly request: number | undefined
}

/** An e-mail did not get where it was to. */
export class Undelivered extends Schema.TaggedError<Undelivered>()("Undelivered", {
  /** What went wrong, without credentials. */
  reason: Schema.String,
  /** Whether another attempt would end alike. */
  isFinal: Schema.Boolean
}) {}

/** How e-mails get somewhere. */
export interface Carrier {
  readonly name: "smtp" | "webhook"
  /** Where to, as it may be told. */
  readonly to: string
  readonly send: (outgoing: Outgoing) => Effect.Effect<void, Undelivered>
}
