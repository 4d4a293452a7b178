import { fileURLToPath } from "node:url"

import * as Predicate from "effect/Predicate"

/** A request handler of MSW, such as `http.get(path, resolver)` returns. */
export interface MswHandler {
  readonly info: { readonly header: string }
  readonly run: (...args: never) => unknown
}

/** Whether a value is a request handler, of any copy of MSW. */
export const isHandler = (value: unknown): value is MswHandler =>
  Predicate.hasProperty(value, "run") &&
  Predicate.isFunction(value.run) &&
  Predicate.hasProperty(value, "info") &&
  Predicate.hasProperty(value.info, "header") &&
  Predicate.isString(value.info.header)

// a reload adds a version to the address of a file
const frame = /^ *at (?:.*? \()?(?:async )?(.+?)(?:\?version=\d+)?(:\d+:\d+)\)?$/gm

/** Returns the frames of a handler's own files in an error, as `path:line:column`. */
export const ownFrames = ({ stack = "" }: Error): ReadonlyArray<string> =>
  Array.from(stack.matchAll(frame), ([, file = "", position]) =>
    file.startsWith("file:") ? `${fileURLToPath(file)}${position}` : `${file}${position}`
  ).filter((place) => !/^node:|\/node_modules\//.test(place))

/** Returns an error of a handler for the log, with the frames of its own files. */
export const withOwnFrames = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error
  const shown = new Error(error.message, { cause: withOwnFrames(error.cause) })
  shown.name = error.name
  shown.stack = [`${error.name}: ${error.message}`, ...ownFrames(error)].join("\n    at ")
  return shown
}

export const handlersAccepts = "a list of MSW request handlers, such as http.get(path, resolver) returns"

/** The header of a request of a handler, with the number of handlers around it. */
export const depthHeader = "x-mock-handler-depth"

/** The MSW handlers of an emulator. */
export type Handlers = ReturnType<typeof make>

/** Makes the handlers of an emulator. The initial ones are those of all tenants. Those of a tenant stay when it is dropped. */
export const make = (handlers: ReadonlyArray<MswHandler> = []) => {
  let initial = handlers
  const added = new Map<string, ReadonlyArray<MswHandler>>()
  return {
    /** Returns the handlers of a tenant in the order in which they are tried, or `undefined` if there are none. */
    get: (tenant: string): ReadonlyArray<MswHandler> | undefined => {
      const all = added.size === 0 ? initial : [...(added.get(tenant) ?? []), ...initial]
      return all.length === 0 ? undefined : all
    },
    /** Adds handlers to a tenant, before the existing ones. Throws a `TypeError` if a value is not a handler. */
    use: (tenant: string, handlers: ReadonlyArray<unknown>) => {
      if (!handlers.every(isHandler)) throw new TypeError(`Cannot use the handlers. Give ${handlersAccepts}.`)
      added.set(tenant, [...handlers, ...(added.get(tenant) ?? [])])
    },
    replaceInitial: (handlers: ReadonlyArray<MswHandler>) => {
      initial = handlers
    },
    /** Removes the handlers that were added to a tenant. */
    reset: (tenant: string) => void added.delete(tenant)
  }
}
