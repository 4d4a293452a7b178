import type { AsyncLocalStorage } from "node:async_hooks"

import type { Pod } from "@remote-assist/core/Pods"
import type { RegionName } from "@remote-assist/core/Region"

import type { show } from "../world/calls/fields.ts"
import type { Entry } from "../world/users/User.ts"

/** A user as in the list of users. */
export type WorldUser = Entry

/** A call as in the list of calls. */
export type WorldCall = ReturnType<typeof show>

/** The current data of the tenant and the region of a request. */
export interface HandlerWorld {
  /** The name of the tenant. */
  readonly tenant: string
  readonly region: RegionName
  /** Returns the time by the tenant's clock. */
  readonly now: () => Date
  /** Returns all users by id. */
  readonly users: () => Generator<WorldUser>
  /** Finds a user by e-mail address, user name or id. */
  readonly user: (name: string | number) => WorldUser | undefined
  /** Returns the calls of a user, the newest first. */
  readonly calls: (user: string | number) => Generator<WorldCall>
  readonly pods: () => ReadonlyArray<Pod>
  /** Returns the user of the request's token, or `undefined` if it has no valid one. */
  readonly caller: () => WorldUser | undefined
}

// shared by all copies of this package: the file of --handlers may import another copy than the command
const key = Symbol.for("@remote-assist/http-mock/world")

const { AsyncLocalStorage: Storage } = process.getBuiltinModule("node:async_hooks")

const isStorage = (value: unknown): value is AsyncLocalStorage<HandlerWorld> => value instanceof Storage

const storage = (): AsyncLocalStorage<HandlerWorld> => {
  const existing: unknown = Reflect.get(globalThis, key)
  if (isStorage(existing)) return existing
  const created = new Storage<HandlerWorld>()
  Reflect.set(globalThis, key, created)
  return created
}

/** The number of handlers around the current function. */
export const depths: AsyncLocalStorage<number> = new Storage<number>()

/** Runs a function in which {@link world} returns a world, and {@link depths} has a depth. */
export const runWithin = <A>(world: HandlerWorld, depth: number, run: () => A): A =>
  depths.run(depth, () => storage().run(world, run))

/**
 * Returns the world of the request that a handler answers. Call it in the resolver:
 *
 * ```ts
 * http.get("/us/api/v2/things/:id", ({ params }) => HttpResponse.json({ id: params.id, owner: world().user("ada")?.email }))
 * ```
 */
export const world = (): HandlerWorld => {
  const current = storage().getStore()
  if (current === undefined) throw new Error("There is no request here. Call world() in the resolver of a handler.")
  return current
}
