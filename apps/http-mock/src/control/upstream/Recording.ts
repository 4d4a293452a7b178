import type { OperationId } from "@remote-assist/core/Contract"
import type * as Effect from "effect/Effect"

import type { StubMapping } from "../../stubs/mapping/StubMapping.ts"
import type { Exchange } from "../../tenants/journal/Exchange.ts"
import type { Tenants } from "../../tenants/Tenants.ts"

/** A place where answers of an upstream differ from the contract, or from those of the emulator. */
export interface Drift {
  readonly operation: OperationId
  readonly status: number
  /** As a JSONPath, or `status` or `content-type`. */
  readonly path: string
  readonly expected: string
  readonly got: string
  readonly against: "contract" | "emulator"
}

/** Answers of an operation with a status, and how many there were. */
export interface Seen {
  readonly operation: OperationId
  readonly status: number
  readonly answers: number
}

/** How the answers of an upstream differ from what is expected of them. */
export interface DriftReport {
  readonly differences: ReadonlyArray<Drift>
  readonly compared: ReadonlyArray<Seen>
  readonly not_compared: ReadonlyArray<Seen & { readonly why: string }>
}

/** What is not among the mappings, by why. */
export interface LeftOut {
  readonly why: string
  readonly requests: number
}

/** What is recorded of the requests that were passed on, of all tenants. */
export interface Recording {
  readonly observe: (exchange: Exchange) => void
  readonly drift: Effect.Effect<DriftReport>
  /** Stub mappings of the requests that meet no operation. */
  readonly mappings: () => ReadonlyArray<StubMapping>
  readonly leftOut: () => ReadonlyArray<LeftOut>
  /** Forgets all that was recorded. */
  readonly clear: () => void
}

const recordings = new WeakMap<Tenants, Recording>()

/** What is recorded for some tenants; nothing where there is no upstream. */
export const recordingOf = (tenants: Tenants): Recording | undefined => recordings.get(tenants)

/** Has what is recorded for some tenants be found. */
export const setRecording = (tenants: Tenants, recording: Recording): void => void recordings.set(tenants, recording)
