import * as Predicate from "effect/Predicate"

/** The place in the program where a call was made. Its text is made when it is read. */
export interface CallSite {
  readonly stack?: string
}

const capture: unknown = Reflect.get(Error, "captureStackTrace")

/** Remembers who called the function. */
export const callerOf = (called: (...input: never) => unknown): CallSite => {
  if (!Predicate.isFunction(capture)) return new Error("called here")
  const site: CallSite = {}
  capture.call(Error, site, called)
  return site
}

const framesOf = ({ stack = "" }: CallSite) => {
  const start = stack.indexOf("\n    at ")
  return start < 0 ? "" : stack.slice(start)
}

const inspected = Symbol.for("nodejs.util.inspect.custom")

const hidden = { writable: true, configurable: true, enumerable: false }

// what fails several calls at once, such as the end of a session, is one object
const copyOf = (error: Error): Error =>
  Object.defineProperties(
    Object.setPrototypeOf(new Error(), Object.getPrototypeOf(error)),
    Object.getOwnPropertyDescriptors(error)
  )

const isTagged = (error: unknown): error is Error & { readonly _tag: unknown } =>
  error instanceof Error && Predicate.hasProperty(error, "_tag")

/**
 * A copy of an error that is the call's which failed: its stack is the caller's, as the SDK's own frames help nobody, and
 * its name that of its class, also where the service has a name of its own for it. It is shown as any other error is. One
 * that is not of the SDK is passed on as it is.
 */
export const blame = (error: unknown, site: CallSite): unknown => {
  if (!isTagged(error)) return error
  const copy = copyOf(error)
  Reflect.defineProperty(copy, "name", { ...hidden, value: error._tag })
  Reflect.defineProperty(copy, inspected, { ...hidden, value: undefined })
  const stack = `${copy.name}: ${copy.message}${framesOf(site)}`
  Reflect.defineProperty(copy, "stack", { ...hidden, value: stack })
  return copy
}
