import { RegionName } from "@remote-assist/core/Region"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { delete as remove, get } from "effect/http-api/HttpApiEndpoint"
import * as MutableRef from "effect/MutableRef"
import * as Schema from "effect/Schema"

import * as Enterprises from "../tenants/enterprises.ts"
import type { RegionState, Tenant } from "../tenants/Tenant.ts"
import { TenantName, defaultTenant } from "../tenants/TenantName.ts"
import { maxTenants } from "../tenants/Tenants.ts"
import type { Tenants } from "../tenants/Tenants.ts"
import * as Users from "../world/users/Users.ts"
import { AllTenants } from "./context.ts"
import { ConflictProblem, NotFoundProblem, emptyControlApi, makeGroup } from "./group.ts"

const TenantEntry = Schema.Struct({
  name: TenantName,
  /** The time of the last request by the machine's clock. */
  last_used_at: Schema.DateTimeUtcFromString,
  /** The number of users in each region. */
  users: Schema.Struct({ us: Schema.Int, eu: Schema.Int }),
  /** The number of e-mails that each full outbox dropped. */
  mails_dropped: Schema.Struct({ us: Schema.Int, eu: Schema.Int }),
  /** The registered enterprise of the tenant, and the place of its registration. */
  enterprise: Schema.optionalKey(
    Schema.Struct({ id: Schema.Int, name: Schema.String, registered_in: TenantName, region: RegionName })
  )
}).annotate({ identifier: "Tenant" })

/** The tenants of the emulator; the first request for a tenant creates it. */
export const TenantsGroup = makeGroup("tenants", {
  "List the tenants": get("list", "/tenants", { success: Schema.Array(TenantEntry) }),
  "Drop a tenant": remove("drop", "/tenants/:name", {
    params: { name: TenantName },
    success: Schema.Struct({ dropped: TenantName }),
    error: [NotFoundProblem, ConflictProblem]
  })
})

const droppedBy = ({ world }: RegionState) => MutableRef.get(world).mailsDropped

const usersOf = ({ world }: RegionState) => Users.size(MutableRef.get(world).users)

const enterpriseOf = (regions: Tenant["regions"]) => {
  for (const region of RegionName.literals) {
    const { enterprise } = MutableRef.get(regions[region].world).settings
    if (enterprise === undefined) continue
    const { id, name, registeredIn } = enterprise
    return { enterprise: { id, name, registered_in: registeredIn, region } }
  }
  return {}
}

/** Returns the tenants, including unused ones of registered enterprises. */
const withEnterprises = ({ all, get, find }: Tenants): ReturnType<Tenants["all"]> => {
  const before = all()
  const missing = Enterprises.registered(before.map(({ tenant }) => tenant)).filter(
    ({ tenant }) => find(tenant) === undefined
  )
  // without dropping others
  for (const { tenant } of missing.slice(0, Math.max(0, maxTenants - before.length))) get(tenant)
  return missing.length === 0 ? before : all()
}

export const layer = HttpApiBuilder.group(emptyControlApi.add(TenantsGroup), "tenants", (handlers) =>
  handlers.handleAll({
    list: () =>
      Effect.map(AllTenants, (tenants) =>
        withEnterprises(tenants).map(({ lastUsed, tenant: { name, regions } }) => ({
          name,
          ...enterpriseOf(regions),
          last_used_at: DateTime.makeUnsafe(lastUsed),
          users: { us: usersOf(regions.us), eu: usersOf(regions.eu) },
          mails_dropped: { us: droppedBy(regions.us), eu: droppedBy(regions.eu) }
        }))
      ),
    drop: ({ params: { name } }) =>
      Effect.gen(function* () {
        if (name === defaultTenant)
          return yield* new ConflictProblem({
            detail: `The tenant ${name} always exists, so it cannot be dropped. Reset it with POST /__mock/reset and {"parts":"all"}.`
          })
        const tenants = yield* AllTenants
        if (!tenants.drop(name))
          return yield* new NotFoundProblem({ detail: `There is no tenant ${name}. GET /__mock/tenants lists them.` })
        tenants.handlers.reset(name)
        return { dropped: name }
      })
  })
)
