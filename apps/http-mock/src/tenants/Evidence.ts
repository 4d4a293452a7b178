import type { OperationId } from "@remote-assist/core/Contract"
import * as Schema from "effect/Schema"

/** The header in which a client names its kind, such as `sdk` (default `raw`). */
export const clientKindHeader = "x-mock-driver"

/** A status that an operation answered with, and how. */
export const Seen = Schema.Struct({
  operation: Schema.String,
  status: Schema.Int,
  /** Whether the service answered so. */
  served: Schema.Boolean,
  /** Whether a fault answered so, or broke the answer of the service. */
  injected: Schema.Boolean,
  /** The kinds of clients that got it: `sdk`, `raw`, or the value of the header x-mock-driver. */
  drivers: Schema.Array(Schema.String)
})
export type Seen = typeof Seen.Type

/** An answer to a request for an operation. */
interface Answered {
  readonly operation: OperationId
  readonly status: number
  /** Whether a fault replaced the answer. */
  readonly isFaulty: boolean
  /** The kind that the client names, or empty. */
  readonly kind: string
}

/** The statuses that operations of the service answered with. */
export interface Evidence {
  /** Adds an answer under a key, which stands for all its fields. */
  readonly note: (key: string, answered: Answered) => void
  /** The keys of added answers: adding one again changes nothing. */
  readonly known: ReadonlySet<string>
  readonly all: () => ReadonlyArray<Seen>
}

/** How many kinds of clients are distinguished; others count as `raw`. */
const maxKinds = 20

const kindName = /^[a-z0-9-]{1,20}$/

const unknownKind = "raw"

/** Makes empty evidence. */
export const make = (): Evidence => {
  const all = new Map<string, Seen>()
  const kinds = new Set<string>()
  const known = new Set<string>()
  return {
    note: (key, { isFaulty, kind, operation, status }) => {
      if (kinds.size < maxKinds) kinds.add(kindName.test(kind) ? kind : unknownKind)
      const isDistinct = kinds.has(kind)
      // other kinds have no limit, and their keys neither
      if (isDistinct || kind === "") known.add(key)
      const id = `${operation} ${status}`
      const seen = all.get(id)
      all.set(id, {
        operation,
        status,
        served: !isFaulty || seen?.served === true,
        injected: isFaulty || seen?.injected === true,
        drivers: [...new Set([...(seen?.drivers ?? []), isDistinct ? kind : unknownKind])].toSorted()
      })
    },
    known,
    all: () => [...all.values()]
  }
}
