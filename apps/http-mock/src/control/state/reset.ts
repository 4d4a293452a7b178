import * as HashMap from "effect/HashMap"

import { beginningOf, faultsOf, setLimits } from "../../faults/registry.ts"
import * as Handlers from "../../handlers/registry.ts"
import * as Changes from "../../tenants/changes.ts"
import type { State } from "../../tenants/State.ts"
import type { Tenant } from "../../tenants/Tenant.ts"
import type { Tenants } from "../../tenants/Tenants.ts"
import type { World } from "../../world/model/World.ts"
import type { Part, Reset } from "./StateGroup.ts"

const choicesOf = ({ us }: State) => us.settings.choices

// ids go on counting, so that what waits for the next e-mail does not take one for another
const withoutMails = (world: World): World => ({
  ...world,
  outbox: HashMap.empty(),
  mailsDropped: world.mailsDropped + HashMap.size(world.outbox)
})

const withChoicesOf =
  (state: State) =>
  (world: World): World => ({ ...world, settings: { ...world.settings, choices: choicesOf(state) } })

/** What is reset, and to where. */
interface Resetting {
  readonly tenants: Tenants
  readonly tenant: Tenant
  readonly to: State
}

/** What brings each part of a tenant back. */
const resets: { readonly [Name in Part]: (resetting: Resetting) => void } = {
  state: ({ tenant, to }) => Changes.replace(tenant, to),
  clock: ({ tenant, to }) => tenant.clock.restore(to.pace),
  outbox: ({ tenant }) => Changes.changeWorlds(tenant, withoutMails),
  gaps: ({ tenant, to }) => Changes.changeWorlds(tenant, withChoicesOf(to)),
  faults: ({ tenant }) => {
    faultsOf(tenant)?.remove(() => true)
    beginningOf(tenant).faults?.(tenant)
  },
  "rate-limit": ({ tenant }) => {
    setLimits(tenant, beginningOf(tenant).limits?.())
  },
  handlers: ({ tenant, tenants }) => Handlers.reset(tenants, tenant.name),
  journal: ({ tenant }) => tenant.journal?.clear(),
  history: ({ tenant }) => {
    tenant.history.length = 0
  }
}

// the state has the clock, the outbox and the choices
const whole: ReadonlyArray<Part> = ["state", "faults", "rate-limit", "handlers", "journal", "history"]

/** Brings parts of a tenant back. */
export const resetParts = (resetting: Resetting, parts: NonNullable<Reset["parts"]>): void => {
  for (const part of parts === "all" ? whole : new Set(parts)) resets[part](resetting)
}

/** Forgets the snapshots of a tenant but for those that are kept. */
export const forgetSnapshots = ({ snapshots }: Tenant, kept: ReadonlyArray<string>): void => {
  for (const name of snapshots.keys()) if (!kept.includes(name)) snapshots.delete(name)
}
