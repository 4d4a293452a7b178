import type { OperationId } from "@remote-assist/core/Contract"
import type * as Headers from "effect/http/Headers"

/** The header in which a client says what it is, such as `sdk`; one that does not say is `raw`. */
export const clientKindHeader = "x-mock-driver"

/** How an operation answered with a status, and to whom. */
export interface Seen {
  readonly operation: string
  readonly status: number
  /** Whether the service did. */
  readonly served: boolean
  /** Whether a fault did, in place of the service, or broke what the service answered. */
  readonly injected: boolean
  /** The kinds of clients that asked. */
  readonly drivers: ReadonlyArray<string>
}

/** A request to a region and its answer. */
interface Answered {
  /** The one that it is for. */
  readonly operation: OperationId
  readonly headers: Headers.Headers
  readonly status: number
  /** Whether a fault took the answer. */
  readonly faulty: boolean
}

/** Which operations of the service answered what. */
export interface Evidence {
  readonly note: (answered: Answered) => void
  readonly all: () => ReadonlyArray<Seen>
}

/** How many kinds of clients are told apart; further ones count as `raw`. */
const mostKinds = 20

const clientKindName = /^[a-z0-9-]{1,20}$/

const unknownKind = "raw"

const clientKindOf = (headers: Headers.Headers) => {
  const name = headers[clientKindHeader] ?? ""
  return clientKindName.test(name) ? name : unknownKind
}

const isKnown = (seen: Seen | undefined, kind: string, faulty: boolean): boolean =>
  seen?.drivers.includes(kind) === true && (faulty ? seen.injected : seen.served)

/** What an emulator has answered since it began: nothing yet. */
export const make = (): Evidence => {
  const all = new Map<string, Seen>()
  const kinds = new Set<string>()
  const kindOf = (headers: Headers.Headers) => {
    const kind = clientKindOf(headers)
    if (kinds.size < mostKinds) kinds.add(kind)
    return kinds.has(kind) ? kind : unknownKind
  }
  return {
    note: ({ faulty, headers, operation, status }) => {
      const key = `${operation} ${status}`
      const kind = kindOf(headers)
      const seen = all.get(key)
      if (isKnown(seen, kind, faulty)) return
      all.set(key, {
        operation,
        status,
        served: !faulty || seen?.served === true,
        injected: faulty || seen?.injected === true,
        drivers: [...new Set([...(seen?.drivers ?? []), kind])].toSorted()
      })
    },
    all: () => [...all.values()]
  }
}
