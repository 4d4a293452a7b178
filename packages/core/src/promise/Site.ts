import * as Predicate from "effect/Predicate"

/** The place in the program where a call was made. Its text is made when it is read. */
export interface Site {
  readonly stack?: string
}

const capture: unknown = Reflect.get(Error, "captureStackTrace")

/** Remembers who called the function. */
export const callerOf = (called: (...input: never) => unknown): Site => {
  if (!Predicate.isFunction(capture)) return new Error("called here")
  const site: Site = {}
  capture.call(Error, site, called)
  return site
}

const framesOf = ({ stack = "" }: Site) => {
  const start = stack.indexOf("\n    at ")
  return start < 0 ? "" : stack.slice(start)
}

const inspected = Symbol.for("nodejs.util.inspect.custom")

const hidden = { writable: true, configurable: true, enumerable: false }

/**
 * Makes an error that of the call which failed: its stack is the caller's, as the SDK's own frames help nobody, and its
 * name that of its class, also where the service has a name of its own for it. It is shown as any other error is.
 */
export const blame = (error: unknown, site: Site): unknown => {
  if (!(error instanceof Error)) return error
  if (Predicate.hasProperty(error, "_tag")) {
    Reflect.defineProperty(error, "name", { ...hidden, value: error._tag })
    Reflect.defineProperty(error, inspected, { ...hidden, value: undefined })
  }
  const stack = `${error.name}: ${error.message}${framesOf(site)}`
  Reflect.defineProperty(error, "stack", { ...hidden, value: stack })
  return error
}
