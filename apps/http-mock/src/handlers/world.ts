import type { AsyncLocalStorage } from "node:async_hooks"

import type { Pod } from "@remote-assist/core/Pods"
import type { RegionName } from "@remote-assist/core/Region"

import type { show } from "../world/calls/fields.ts"
import type { Entry } from "../world/users/User.ts"

/** A user as the administration shows them. */
export type WorldUser = Entry

/** A call as the list of calls shows it. */
export type WorldCall = ReturnType<typeof show>

/** What the emulator holds for the tenant and the region of a request, at the moment it is read. */
export interface HandlerWorld {
  /** The name of the tenant. */
  readonly tenant: string
  readonly region: RegionName
  /** The time by the tenant's clock. */
  readonly now: () => Date
  /** All users, by their ids. */
  readonly users: () => Generator<WorldUser>
  /** A user by their e-mail address, user name or id. */
  readonly user: (name: string | number) => WorldUser | undefined
  /** The calls of a user, the newest first. */
  readonly calls: (user: string | number) => Generator<WorldCall>
  readonly pods: () => ReadonlyArray<Pod>
  /** The user whose token the request carries, or `undefined` if it carries none that works. */
  readonly caller: () => WorldUser | undefined
}

// one for all copies of this package in a process: the file of --handlers may import another than the command
const key = Symbol.for("@remote-assist/http-mock/world")

const { AsyncLocalStorage: Storage } = process.getBuiltinModule("node:async_hooks")

const isStorage = (value: unknown): value is AsyncLocalStorage<HandlerWorld> => value instanceof Storage

const storage = (): AsyncLocalStorage<HandlerWorld> => {
  const known: unknown = Reflect.get(globalThis, key)
  if (isStorage(known)) return known
  const made = new Storage<HandlerWorld>()
  Reflect.set(globalThis, key, made)
  return made
}

/** Runs a function that {@link world} yields the given world to. */
export const runWithin = <A>(world: HandlerWorld, run: () => A): A => storage().run(world, run)

/**
 * The world of the request that a handler answers. Call it in the resolver:
 *
 * ```ts
 * http.get("/us/api/v2/things/:id", ({ params }) => HttpResponse.json({ id: params.id, owner: world().user("ada")?.email }))
 * ```
 */
export const world = (): HandlerWorld => {
  const current = storage().getStore()
  if (current === undefined)
    throw new Error("There is no request whose world could be read. Call world() in the resolver of a handler.")
  return current
}
