import type * as HttpServerRequest from "effect/http/HttpServerRequest"

import type { FaultEffect } from "./Fault.ts"

type Request = HttpServerRequest.HttpServerRequest

/** What faults did to a request. */
interface Note {
  readonly faults: ReadonlyArray<string>
  /** What the last of them does to the answer; nothing when all of them wait only. */
  readonly does: FaultEffect["kind"] | undefined
}

// by the request's source, which every view of a request shares
const notes = new WeakMap<object, Note>()

const none: ReadonlyArray<string> = []

/** Notes what faults do to a request. */
export const note = ({ source }: Request, noted: Note): void => {
  notes.set(source, noted)
}

/** The ids of the faults that hit a request, known once it is answered: if one took the answer, it is the last. */
export const faultIdsOf = ({ source }: Request): ReadonlyArray<string> => notes.get(source)?.faults ?? none

/** Whether a fault took the answer to a request: put another in its place, broke it, or let nothing go out. */
export const isTaken = ({ source }: Request): boolean => notes.get(source)?.does !== undefined

/** Whether nothing goes out to a request, whatever its answer is. */
export const isLost = ({ source }: Request): boolean => notes.get(source)?.does === "reset"
