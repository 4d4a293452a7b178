import * as Effect from "effect/Effect"

import type { Tenant } from "../tenants/Tenant.ts"
import * as Faults from "./Faults.ts"
import { read } from "./readFaults.ts"
import type { UnusableFaults } from "./readFaults.ts"
import { faultsOrNew } from "./registry.ts"

/** Has tenants begin with faults, each with counts of its own; or says what is wrong with them. */
export const beginning = (given: unknown, source: string): Effect.Effect<(tenant: Tenant) => void, UnusableFaults> =>
  Effect.map(read(given, source), (prepared) => (tenant) => {
    const { add } = faultsOrNew(tenant, Faults.make)
    for (const one of prepared) add(one)
  })
