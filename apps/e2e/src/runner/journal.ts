import * as Effect from "effect/Effect"

import type { Exchange } from "../recorder/Recorder.ts"
import type { Target } from "../targets/Target.ts"
import { answered } from "../targets/within.ts"
import type { JournalNote } from "./Result.ts"

interface Entry {
  readonly id: number
  readonly method: string
  readonly path: string
  readonly status: number | null
}

const pathOf = (url: string) => url.slice(url.indexOf("/api/"))

const isOf =
  ({ answer, request }: Exchange) =>
  ({ method, path, status }: Entry) =>
    method === request.method && path === pathOf(request.url) && (answer === undefined || status === answer.status)

/** The entries of a tenant's journal by exchange; requests that are under way together may have come in another order. */
export const pair = <E extends Entry>(
  exchanges: ReadonlyArray<Exchange>,
  entries: ReadonlyArray<E>
): ReadonlyMap<number, E> => {
  const left = [...entries].toSorted((one, other) => one.id - other.id)
  const pairs = new Map<number, E>()
  for (const exchange of exchanges) {
    const index = left.findIndex(isOf(exchange))
    const [entry] = index < 0 ? [] : left.splice(index, 1)
    if (entry !== undefined) pairs.set(exchange.id, entry)
  }
  return pairs
}

/** What the journal of an emulator says of exchanges. */
export const notesOf = (target: Target["Service"], exchanges: ReadonlyArray<Exchange>) =>
  Effect.gen(function* () {
    const { journal } = yield* target.control
    const entries = pair(exchanges, yield* journal.list({ query: {} }))
    return yield* Effect.forEach(entries, ([exchange, { id }]) =>
      Effect.map(journal.read({ params: { id } }), ({ changes, gaps, hint, reason, taken_by }): JournalNote => ({
        exchange,
        id,
        reason,
        hint,
        takenBy: taken_by,
        gaps: gaps.map((gap) => gap.id),
        changes: Object.values(changes).flat()
      }))
    )
  }).pipe(
    answered,
    // a report without the journal is better than none
    Effect.orElseSucceed((): ReadonlyArray<JournalNote> => [])
  )
