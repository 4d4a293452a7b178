import type { RegionName } from "@remote-assist/core/Region"
import type * as Clock from "effect/Clock"
import type * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as MutableRef from "effect/MutableRef"

import type { World } from "../world/model/World.ts"
import { seedWorld } from "../world/seed/defaultWorld.ts"
import type { SeedOptions } from "../world/seed/defaultWorld.ts"
import type { Deployment, Mailed } from "./Deployment.ts"
import * as History from "./History.ts"
import * as Journal from "./journal/Journal.ts"
import type { State } from "./State.ts"
import * as TenantClock from "./TenantClock.ts"

/** Worlds that belong together, and the time they live by. */
export interface Tenant {
  readonly name: string
  readonly clock: TenantClock.TenantClock
  /** The machine's clock. */
  readonly machine: Clock.Clock
  /** Nothing while no journal is kept. */
  readonly journal: Journal.Journal | undefined
  readonly regions: { readonly [Name in RegionName]: Deployment }
  /** The state that it began with. */
  readonly initial: State
  readonly history: History.History
  readonly snapshots: Map<string, Snapshot>
  /** Runs before the answer to what changed it goes out. */
  readonly save: Effect.Effect<void>
}

/** The state of a tenant at a moment of its time, in milliseconds since the epoch. */
export interface Snapshot extends State {
  readonly takenAt: number
}

export interface TenantOptions extends Omit<SeedOptions, "region" | "tenant"> {
  /** Where its clock stands still from the start, in milliseconds since the epoch; it shows the machine's time unless set. */
  readonly frozenAt?: number
  /** What becomes of the worlds of the seed before the tenant begins with them, at a moment of its clock. */
  readonly transform?: ((world: World, begun: number) => World) | undefined
  /** How many exchanges its journal keeps; 0 keeps none. */
  readonly journal: number
}

/** What a tenant has beside its state. */
interface Setup extends Pick<TenantOptions, "journal"> {
  /** Runs before the answer to what changed it goes out. */
  readonly save: Effect.Effect<void>
  /** That of another tenant, by which it lives too; one of its own unless set. */
  readonly clock?: TenantClock.TenantClock | undefined
  /** Takes the e-mails of each region, where these leave the process. */
  readonly mailing?: Mailing | undefined
}

const clockAt = (machine: Clock.Clock, pace: State["pace"]) => {
  const clock = TenantClock.make(machine)
  clock.restore(pace)
  return clock
}

/** What takes the e-mails of a region of a tenant. */
export type Mailing = (tenant: string, region: RegionName) => Mailed

/** A tenant that begins with a state. */
export const of = (machine: Clock.Clock, name: string, initial: State, setup: Setup): Tenant => {
  const { clock = clockAt(machine, initial.pace), journal, mailing, save } = setup
  const history: History.History = []
  const deployment = (region: RegionName): Deployment => ({
    world: MutableRef.make(initial[region]),
    now: clock.now,
    watchers: new Set(),
    mailed: mailing?.(name, region),
    changed: (before) => {
      History.add(history, { [region]: before })
      return save
    }
  })
  return {
    name,
    clock,
    machine,
    journal: journal === 0 ? undefined : Journal.make(journal),
    regions: { us: deployment("us"), eu: deployment("eu") },
    initial,
    history,
    snapshots: new Map(),
    save
  }
}

/** The state of the seed for a tenant. */
export const seeded = (
  machine: Clock.Clock,
  tenant: string,
  { frozenAt, transform = identity, ...options }: Omit<TenantOptions, "journal">
): State => {
  const begun = frozenAt ?? machine.currentTimeMillisUnsafe()
  const world = (region: RegionName) => transform(seedWorld({ ...options, region, tenant }), begun)
  const pace = frozenAt === undefined ? undefined : { since: machine.currentTimeMillisUnsafe(), at: frozenAt, scale: 0 }
  return { us: world("us"), eu: world("eu"), pace }
}
