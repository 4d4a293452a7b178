import type * as HttpServerRequest from "effect/http/HttpServerRequest"

type Request = HttpServerRequest.HttpServerRequest

// by the request's source, which every view of a request shares
const notes = new WeakMap<object, string>()

/** Notes which stub answers a request. */
export const noteStub = ({ source }: Request, name: string): void => {
  notes.set(source, name)
}

/** The name of the stub that answered a request; nothing where none did. */
export const stubNameOf = ({ source }: Request): string | undefined => notes.get(source)
