import * as HttpNode from "@remote-assist/core/HttpNode"
import { Control } from "@remote-assist/http-mock/Control"
import * as Effect from "effect/Effect"

import { indexOf } from "../targets/address.ts"
import { Unreachable } from "../targets/address.ts"
import { answered } from "../targets/within.ts"
import type { Recorded } from "./Recorded.ts"

/** What the journal of a tenant holds, beyond an id where one is given. */
export const read = (origin: string, tenant: string | undefined, since: number | undefined) =>
  Effect.gen(function* () {
    const { demo } = yield* Effect.provide(indexOf(origin), HttpNode.layer)
    return yield* Effect.gen(function* () {
      const { journal, outbox } = yield* Control
      const all = yield* answered(journal.list({ query: since === undefined ? {} : { since } }))
      const oldestFirst = all.toSorted((one, other) => one.id - other.id)
      const entries = yield* Effect.forEach(oldestFirst, ({ id }) => answered(journal.read({ params: { id } })), {
        concurrency: 4
      })
      const mails = yield* answered(outbox.list({ query: {} }))
      const recorded: Omit<Recorded, "about"> = {
        entries,
        mails: mails.toSorted((one, other) => one.id - other.id),
        demo,
        fromStart: since === undefined && (entries[0]?.id ?? 1) === 1
      }
      return recorded
    }).pipe(
      Effect.provide(Control.layerFetch({ origin, ...(tenant === undefined ? {} : { tenant }) })),
      Effect.mapError(
        (error) => new Unreachable({ target: origin, reason: `does not give its journal (${String(error)}).` })
      )
    )
  })
