import { createHash } from "node:crypto"

import { RegionName } from "@remote-assist/core/Region"
import * as MutableRef from "effect/MutableRef"

import { optionIn } from "../world/gaps/options.ts"
import type { World } from "../world/model/World.ts"
import { emptyEnterpriseWorld, enterpriseWorld } from "../world/seed/defaultWorld.ts"
import type { UsableEnterprise } from "../world/seed/defaultWorld.ts"
import type { State } from "./State.ts"
import type { Tenant } from "./Tenant.ts"

const worldOf = ({ regions }: Tenant, region: RegionName): World => MutableRef.get(regions[region].world)

const isUsable = (enterprise: World["enterprises"][number]): enterprise is UsableEnterprise =>
  enterprise.access !== undefined

const prefix = "enterprise-"

/** Whether a name has the form of the tenant of an enterprise. */
export const isEnterpriseTenant = (name: string): boolean => name.startsWith(prefix)

// the API key is random, so the enterprise of a branch or of another registration has another tenant
const tenantName = ({ name }: Tenant, region: RegionName, { access }: UsableEnterprise) => {
  const digest = createHash("sha256").update(`${name} ${region} ${access.apiKey}`).digest("hex")
  return `${prefix}${access.id}-${digest.slice(0, 12)}`
}

/** Returns the enterprises that are registered in the regions of tenants, each with the name of its own tenant. */
export const registered = (tenants: ReadonlyArray<Tenant>) =>
  tenants.flatMap((parent) =>
    RegionName.literals.flatMap((region) =>
      worldOf(parent, region)
        .enterprises.filter(isUsable)
        .map((enterprise) => ({ tenant: tenantName(parent, region, enterprise), parent, region, enterprise }))
    )
  )

/** Returns the state that the tenant of an enterprise starts with. */
export const stateOf = ({ enterprise, parent, region, tenant }: ReturnType<typeof registered>[number]): State => {
  const place = { registeredIn: parent.name, tenant }
  const world = (name: RegionName) =>
    (name === region ? enterpriseWorld : emptyEnterpriseWorld)(worldOf(parent, name), enterprise, place)
  return { us: world("us"), eu: world("eu"), pace: parent.clock.pace() }
}

/**
 * Finds the tenant of the enterprise that an API key belongs to, registered in a tenant or in an enterprise of it. Returns
 * its name, or `undefined` if the key is the tenant's own or unknown.
 */
export const tenantOfKey = (
  find: (name: string) => Tenant | undefined,
  tenant: Tenant,
  region: RegionName,
  key: string
): string | undefined => {
  const { enterprises, settings } = worldOf(tenant, region)
  if (enterprises.length === 0 || optionIn(settings.choices, "api-key.value").includes(key)) return undefined
  const usable = enterprises.filter(isUsable)
  const enterprise = usable.find(({ access }) => access.apiKey === key)
  if (enterprise !== undefined) return tenantName(tenant, region, enterprise)
  for (const enterprise of usable) {
    const child = find(tenantName(tenant, region, enterprise))
    const nested = child === undefined ? undefined : tenantOfKey(find, child, region, key)
    if (nested !== undefined) return nested
  }
  return undefined
}
