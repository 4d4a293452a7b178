import type { HttpServerRequest } from "effect/http/HttpServerRequest"

// by the request's source, which every view of a request shares
const read = new WeakMap<object, Uint8Array>()

/** Notes the body of a request that was read to look at. */
export const noteBytes = ({ source }: HttpServerRequest, bytes: Uint8Array): void => {
  read.set(source, bytes)
}

/** The body of a request where it was read to look at it; nothing where nobody has. */
export const bytesRead = ({ source }: HttpServerRequest): Uint8Array | undefined => read.get(source)
