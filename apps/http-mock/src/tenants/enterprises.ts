import { createHash } from "node:crypto"

import { RegionName } from "@remote-assist/core/Region"
import * as MutableRef from "effect/MutableRef"

import { optionIn } from "../world/gaps/options.ts"
import type { World } from "../world/model/World.ts"
import { elsewhere, enterpriseWorld } from "../world/seed/defaultWorld.ts"
import type { Usable } from "../world/seed/defaultWorld.ts"
import type { State } from "./State.ts"
import type { Tenant } from "./Tenant.ts"

/** An enterprise that is registered in a region of a tenant, and the tenant of its own that it is used in. */
interface Registered {
  readonly tenant: string
  readonly by: Tenant
  readonly region: RegionName
  readonly enterprise: Usable
}

const worldOf = ({ regions }: Tenant, region: RegionName): World => MutableRef.get(regions[region].world)

const isUsable = (enterprise: World["enterprises"][number]): enterprise is Usable => enterprise.access !== undefined

const digits = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 12)

const prefix = "enterprise-"

/** Whether a tenant may be that of an enterprise, by its name. */
export const mayBeOf = (name: string): boolean => name.startsWith(prefix)

// a registration never changes, and a branch has those of the tenant that it is from
const names = new WeakMap<Usable, Map<string, string>>()

// of a branch, an undone or another registration it is another one: the API key is drawn
const tenantOf = ({ name }: Tenant, region: RegionName, enterprise: Usable) => {
  const { access } = enterprise
  const place = `${name} ${region}`
  const known = names.get(enterprise) ?? new Map<string, string>()
  names.set(enterprise, known)
  const tenant = known.get(place) ?? `${prefix}${access.id}-${digits(`${place} ${access.apiKey}`)}`
  known.set(place, tenant)
  return tenant
}

const registeredIn = (by: Tenant, region: RegionName): ReadonlyArray<Registered> =>
  worldOf(by, region)
    .enterprises.filter(isUsable)
    .map((enterprise) => ({ tenant: tenantOf(by, region, enterprise), by, region, enterprise }))

/** The enterprises that are registered in tenants. */
export const registered = (tenants: Iterable<Tenant>): ReadonlyArray<Registered> =>
  [...tenants].flatMap((tenant) => RegionName.literals.flatMap((region) => registeredIn(tenant, region)))

/** The state that the tenant of an enterprise begins with. */
export const stateOf = ({ by, enterprise, region, tenant }: Registered): State => {
  const place = { registeredIn: by.name, tenant }
  const world = (name: RegionName) =>
    (name === region ? enterpriseWorld : elsewhere)(worldOf(by, name), enterprise, place)
  return { us: world("us"), eu: world("eu"), pace: by.clock.pace() }
}

/** The tenants that there are, by their names. */
type There = (name: string) => Tenant | undefined

/**
 * The name of the tenant that a request to a region of a tenant with an API key works in: that of the enterprise whose key
 * it is, registered there or in an enterprise of it. Nothing where it is the tenant's own, or nobody's.
 */
export const nameByKey = (there: There, tenant: Tenant, region: RegionName, key: string): string | undefined => {
  const { enterprises, settings } = worldOf(tenant, region)
  if (enterprises.length === 0 || optionIn(settings.choices, "api-key.value").includes(key)) return undefined
  const all = registeredIn(tenant, region)
  const found = all.find(({ enterprise }) => enterprise.access.apiKey === key)
  if (found !== undefined) return found.tenant
  for (const { tenant: name } of all) {
    const child = there(name)
    const within = child === undefined ? undefined : nameByKey(there, child, region, key)
    if (within !== undefined) return within
  }
  return undefined
}
