import * as Predicate from "effect/Predicate"

import type { Tenants } from "../tenants/Tenants.ts"

/** A handler of MSW, such as `http.get(path, resolver)` makes. */
export interface MswHandler {
  readonly info: { readonly header: string }
  readonly run: (...args: never) => unknown
}

/** Whether a value is a handler of requests, of whatever copy of MSW. */
export const isHandler = (value: unknown): value is MswHandler =>
  Predicate.hasProperty(value, "run") &&
  Predicate.isFunction(value.run) &&
  Predicate.hasProperty(value, "info") &&
  Predicate.hasProperty(value.info, "header") &&
  Predicate.isString(value.info.header)

export const handlersAccepts = "a list of handlers of MSW, such as http.get(path, resolver) makes"

interface Handlers {
  /** Those of the start, of all tenants. */
  readonly initial: ReadonlyArray<MswHandler>
  /** Those that were added to a tenant, by its name, the latest first. */
  readonly added: Map<string, ReadonlyArray<MswHandler>>
}

const none: ReadonlyArray<MswHandler> = []

const registry = new WeakMap<Tenants, Handlers>()

const register = (tenants: Tenants, initial: ReadonlyArray<MswHandler>): Handlers => {
  const handlers = { initial, added: new Map<string, ReadonlyArray<MswHandler>>() }
  registry.set(tenants, handlers)
  return handlers
}

/** Has handlers answer in all tenants. */
export const begin = (tenants: Tenants, initial: ReadonlyArray<MswHandler>): void => void register(tenants, initial)

/** Has handlers answer in a tenant, before those that are there. Throws a `TypeError` for what is no handler. */
export const use = (tenants: Tenants, tenant: string, handlers: ReadonlyArray<unknown>): void => {
  if (!handlers.every(isHandler)) throw new TypeError(`Cannot use the handlers. Give ${handlersAccepts}.`)
  const { added } = registry.get(tenants) ?? register(tenants, none)
  added.set(tenant, [...handlers, ...(added.get(tenant) ?? none)])
}

/** Removes the handlers that were added to a tenant. */
export const reset = (tenants: Tenants, tenant: string): void => void registry.get(tenants)?.added.delete(tenant)

/** The handlers that answer in a tenant, in the order in which they are asked; `undefined` if there are none. */
export const handlersOf = (tenants: Tenants, tenant: string): ReadonlyArray<MswHandler> | undefined => {
  const handlers = registry.get(tenants)
  if (handlers === undefined) return undefined
  const all = [...(handlers.added.get(tenant) ?? none), ...handlers.initial]
  return all.length === 0 ? undefined : all
}
