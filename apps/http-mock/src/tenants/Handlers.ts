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

export const handlersAccepts = "a list of MSW request handlers, such as http.get(path, resolver) returns"

/** The MSW handlers of an emulator. Those of a tenant stay when the tenant is dropped. */
export interface Handlers {
  /** Whether there may be handlers: false until the first are added. */
  isUsed: boolean
  /** Returns the handlers of a tenant in the order in which they are tried, or `undefined` if there are none. */
  readonly get: (tenant: string) => ReadonlyArray<MswHandler> | undefined
  /** Adds handlers to a tenant, before the existing ones. Throws a `TypeError` if a value is not a handler. */
  readonly use: (tenant: string, handlers: ReadonlyArray<unknown>) => void
  /** Replaces the handlers of all tenants. */
  readonly replaceInitial: (handlers: ReadonlyArray<MswHandler>) => void
  /** Removes the handlers that were added to a tenant. */
  readonly reset: (tenant: string) => void
}

/** Makes the handlers of an emulator. The initial ones are those of all tenants. */
export const make = (handlers: ReadonlyArray<MswHandler> = []): Handlers => {
  let initial = handlers
  const added = new Map<string, ReadonlyArray<MswHandler>>()
  const registry: Handlers = {
    isUsed: initial.length > 0,
    get: (tenant) => {
      const all = added.size === 0 ? initial : [...(added.get(tenant) ?? []), ...initial]
      return all.length === 0 ? undefined : all
    },
    use: (tenant, handlers) => {
      if (!handlers.every(isHandler)) throw new TypeError(`Cannot use the handlers. Give ${handlersAccepts}.`)
      registry.isUsed = true
      added.set(tenant, [...handlers, ...(added.get(tenant) ?? [])])
    },
    replaceInitial: (handlers) => {
      registry.isUsed ||= handlers.length > 0
      initial = handlers
    },
    reset: (tenant) => void added.delete(tenant)
  }
  return registry
}
