import type * as HttpServerRequest from "effect/http/HttpServerRequest"

type Request = HttpServerRequest.HttpServerRequest

/** What faults did to a request. */
interface Note {
  readonly faults: ReadonlyArray<string>
  readonly isLost: boolean
}

// by the request's source, which every view of a request shares
const notes = new WeakMap<object, Note>()

const none: ReadonlyArray<string> = []

/** Notes what faults do to a request. */
export const note = ({ source }: Request, noted: Note): void => {
  notes.set(source, noted)
}

/** The ids of the faults that hit a request, known once it is answered: the one that took the answer is the last. */
export const faultsOf = ({ source }: Request): ReadonlyArray<string> => notes.get(source)?.faults ?? none

/** Whether nothing goes out to a request, whatever its answer is. */
export const isLost = ({ source }: Request): boolean => notes.get(source)?.isLost === true
