import type * as HttpServerRequest from "effect/http/HttpServerRequest"

// by the request's source, which every view of a request shares
const notes = new WeakMap<object, ReadonlyArray<string>>()

const none: ReadonlyArray<string> = []

/** Notes the ids of the faults that hit a request. */
export const note = ({ source }: HttpServerRequest.HttpServerRequest, ids: ReadonlyArray<string>): void => {
  notes.set(source, ids)
}

/** The ids of the faults that hit a request, known once it is answered: the one that took the answer is the last. */
export const faultsOf = ({ source }: HttpServerRequest.HttpServerRequest): ReadonlyArray<string> =>
  notes.get(source) ?? none
