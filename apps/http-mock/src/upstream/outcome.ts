import type * as HttpServerRequest from "effect/http/HttpServerRequest"

// by the request's source, which every view of a request shares
const passed = new WeakSet<object>()

/** Notes that a request is passed on. */
export const note = ({ source }: HttpServerRequest.HttpServerRequest): void => void passed.add(source)

/** Whether another service than the emulator answers a request. */
export const isPassed = ({ source }: HttpServerRequest.HttpServerRequest): boolean => passed.has(source)
