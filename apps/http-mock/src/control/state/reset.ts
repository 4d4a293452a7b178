import * as HashMap from "effect/HashMap"

import { faultsOf } from "../../faults/registry.ts"
import * as Changes from "../../tenants/changes.ts"
import type { State } from "../../tenants/State.ts"
import type { Tenant } from "../../tenants/Tenant.ts"
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

/** What brings each part of a tenant to where a state has it. */
const resets: { readonly [Name in Part]: (tenant: Tenant, to: State) => void } = {
  state: (tenant, to) => Changes.replace(tenant, to),
  clock: ({ clock }, { pace }) => clock.restore(pace),
  outbox: (tenant) => Changes.changeWorlds(tenant, withoutMails),
  gaps: (tenant, to) => Changes.changeWorlds(tenant, withChoicesOf(to)),
  faults: (tenant) => faultsOf(tenant)?.remove(() => true),
  journal: ({ journal }) => journal?.clear(),
  history: ({ history }) => {
    history.length = 0
  }
}

// the state has the clock, the outbox and the choices
const whole: ReadonlyArray<Part> = ["state", "faults", "journal", "history"]

/** Brings parts of a tenant to where a state has them. */
export const resetParts = (tenant: Tenant, to: State, parts: NonNullable<Reset["parts"]>): void => {
  for (const part of parts === "all" ? whole : new Set(parts)) resets[part](tenant, to)
}

/** Forgets the snapshots of a tenant but for those that are kept. */
export const forgetSnapshots = ({ snapshots }: Tenant, kept: ReadonlyArray<string>): void => {
  for (const name of snapshots.keys()) if (!kept.includes(name)) snapshots.delete(name)
}
