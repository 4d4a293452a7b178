import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as MutableRef from "effect/MutableRef"

import type { Deployment } from "../../tenants/Deployment.ts"
import { defaultTenant } from "../../tenants/TenantName.ts"
import * as Users from "../../world/users/Users.ts"
import { emptyControlApi } from "../context/emptyControlApi.ts"
import { NotFoundProblem } from "../context/Problems.ts"
import { Registry } from "../context/Registry.ts"
import { TenantsGroup } from "./TenantsGroup.ts"

const droppedBy = ({ world }: Deployment) => MutableRef.get(world).mailsDropped

const usersOf = ({ world }: Deployment) => Users.size(MutableRef.get(world).users)

export const layer = HttpApiBuilder.group(emptyControlApi.add(TenantsGroup), "tenants", (handlers) =>
  handlers.handleAll({
    list: () =>
      Effect.map(Registry, ({ all }) =>
        all().map(({ lastUsed, tenant: { name, regions } }) => ({
          name,
          last_used_at: DateTime.makeUnsafe(lastUsed),
          users: { us: usersOf(regions.us), eu: usersOf(regions.eu) },
          mails_dropped: { us: droppedBy(regions.us), eu: droppedBy(regions.eu) }
        }))
      ),
    drop: ({ params: { name } }) =>
      Effect.filterOrFail(
        Effect.map(Registry, ({ drop }) => drop(name)),
        (dropped) => dropped,
        () =>
          new NotFoundProblem({
            detail:
              name === defaultTenant
                ? `The tenant ${name} stays. Reset it with POST /__mock/reset.`
                : `There is no tenant ${name}. GET /__mock/tenants lists them.`
          })
      ).pipe(Effect.as({ dropped: name }))
  })
)
