import { Region } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

import { Control } from "../../../control/Control.ts"
import { search } from "../filters.ts"
import type { Query } from "../filters.ts"

const Entry = Schema.Struct({
  id: Schema.Int,
  kind: Schema.String,
  to: Schema.String,
  at: Schema.String,
  subject: Schema.String,
  token: Schema.optionalKey(Schema.String),
  link: Schema.optionalKey(Schema.String)
})

/** An e-mail that the region would have sent. What its link carries is a secret of whom it is for. */
export interface Mail {
  readonly id: number
  readonly kind: string
  readonly to: string
  readonly at: string
  readonly subject: string
  readonly token: Redacted.Redacted | undefined
  readonly link: Redacted.Redacted | undefined
  /** What the world differed in from its beginning when the e-mail had been confirmed. */
  readonly since?: string
}

const secret = (text: string | undefined) => (text === undefined ? undefined : Redacted.make(text))

/** The e-mails of the region that one is connected to, as a query chooses them. */
export const list = (query: Query) =>
  Effect.gen(function* () {
    const { ask } = yield* Control
    const { name } = yield* Region.Region
    const path = `/outbox${search([["region", name], ...query])}`
    const all = yield* ask({ method: "GET", path }, Schema.Array(Entry))
    return all.map(({ link, token, ...mail }): Mail => ({ ...mail, token: secret(token), link: secret(link) }))
  })
