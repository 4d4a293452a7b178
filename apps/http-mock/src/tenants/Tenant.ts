import { RegionName } from "@remote-assist/core/Region"
import type * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as MutableRef from "effect/MutableRef"

import type { Clocks, Faults } from "../faults/Faults.ts"
import type { Limits } from "../faults/RateLimits.ts"
import * as StoredCalls from "../world/calls/StoredCalls.ts"
import { optionIn } from "../world/gaps/options.ts"
import type { OptionLookup } from "../world/gaps/options.ts"
import { applyDueEvents } from "../world/life/dueEvents.ts"
import type { Delivery, Mail } from "../world/model/rows.ts"
import type { TransitionContext, World } from "../world/model/World.ts"
import { seedWorld } from "../world/seed/defaultWorld.ts"
import type { SeedOptions } from "../world/seed/defaultWorld.ts"
import * as Journal from "./Journal.ts"
import type { Exchange } from "./Journal.ts"
import { onNewBranches, branchesOf } from "./State.ts"
import type { Pace, State } from "./State.ts"

/** A change of the clock: the time is set, then moved, then runs at the new scale. */
export interface ClockChange {
  /** Milliseconds since the epoch. */
  readonly set?: number
  /** Milliseconds. */
  readonly advance?: number
  readonly scale?: number
}

/** The time of a tenant, in milliseconds since the epoch. */
export type TenantClock = ReturnType<typeof makeClock>

// years of four digits, which every date format has
const [minTime, maxTime] = [Date.parse("0001-01-01T00:00:00Z"), Date.parse("9999-12-31T23:59:59.999Z")]

const clamp = (time: number) => Math.min(Math.max(time, minTime), maxTime)

/** Makes a clock that shows the machine's time until it is changed. It stays in the years 1 to 9999. */
export const makeClock = (machine: Clock.Clock, initial?: Pace) => {
  let pace = initial
  const now = () => {
    const real = machine.currentTimeMillisUnsafe()
    return pace === undefined ? real : clamp(pace.at + Math.floor((real - pace.since) * pace.scale))
  }
  return {
    now,
    /** Returns `undefined` while the clock shows the machine's time. */
    pace: () => pace,
    change: ({ advance = 0, scale = pace?.scale ?? 1, set = now() }: ClockChange) => {
      pace = { since: machine.currentTimeMillisUnsafe(), at: clamp(set + advance), scale }
    },
    /** Restores a pace that `pace` returned. */
    restore: (restored: Pace | undefined) => {
      pace = restored
    }
  }
}

/** Delivers the e-mails of a region outside the process. */
export interface Mailer {
  /** Is called when a change of the world has added e-mails to its outbox. */
  readonly dispatch: (before: World, after: World, exchange: Exchange | undefined) => void
  /** Returns the deliveries of an e-mail, or `undefined` if there are none. */
  readonly deliveries: (mail: Mail) => ReadonlyArray<Delivery> | undefined
}

export type MailerOf = (tenant: string, region: RegionName) => Mailer

/** One region of a tenant. */
export interface RegionState {
  readonly world: MutableRef.MutableRef<World>
  /** Returns the time in milliseconds since the epoch. */
  readonly now: () => number
  /** Records the world before a change, and saves the change before its answer goes out. */
  readonly changed: (before: World) => Effect.Effect<void>
  /** `undefined` if e-mails stay in the outbox. */
  readonly mailer: Mailer | undefined
  /** Callbacks that run after each change of the world. */
  readonly watchers: Set<() => void>
}

/** Returns the input of a transition. Options that it looks up are noted in the exchange. */
export const transitionContext = ({ now, world }: RegionState, exchange?: Exchange): TransitionContext => {
  const current = MutableRef.get(world)
  return { world: current, now: exchange?.at ?? now(), option: optionsOf(current, exchange) }
}

/** Looks up the options of a world, and notes them in the exchange. */
export const optionsOf =
  ({ settings: { choices } }: World, exchange: Exchange | undefined): OptionLookup =>
  (id) => {
    exchange?.gaps.add(id)
    return optionIn(choices, id)
  }

/** Two worlds with one clock. */
export interface Tenant {
  readonly name: string
  readonly clock: TenantClock
  readonly machine: Clock.Clock
  /** `undefined` if no journal is kept. */
  readonly journal: Journal.Journal | undefined
  readonly regions: { readonly [Name in RegionName]: RegionState }
  /** The state that the tenant started with. */
  readonly initial: State
  /** The values before the latest changes, the oldest first. Values that a change left alone are absent. */
  readonly history: Array<Partial<State>>
  readonly snapshots: Map<string, Snapshot>
  /** `undefined` if no limit is set. */
  limits: Limits | undefined
  /** `undefined` until the first fault is added. */
  faults: Faults | undefined
  /** Makes the limits and faults that the tenant starts with. */
  readonly injected: Injected
  /** Saves a change of the tenant before its answer goes out. */
  readonly save: Effect.Effect<void>
}

/** The state of a tenant at a moment of its time, in milliseconds since the epoch. */
export interface Snapshot extends State {
  readonly takenAt: number
}

/** The rate limits and faults that each tenant starts with. */
export interface Injected {
  readonly limits?: (() => Limits | undefined) | undefined
  /** Changes if the emulator reloads its initial faults. */
  faults?: ((clocks: Clocks, faults?: Faults) => Faults) | undefined
}

export interface TenantOptions extends Omit<SeedOptions, "region" | "tenant"> {
  /** The time at which the clock stops from the start, in milliseconds since the epoch. By default it runs. */
  readonly frozenAt?: number
  /** Changes the worlds of the seed before the tenant starts, at a moment of its clock. */
  readonly transform?: ((world: World, now: number) => World) | undefined
  /** How many exchanges the journal keeps; 0 disables it. */
  readonly journal: number
}

export interface Setup extends Pick<TenantOptions, "journal"> {
  /** Saves a change of the tenant before its answer goes out. */
  readonly save: Effect.Effect<void>
  /** The clock of another tenant to share (default: a clock of its own). */
  readonly clock?: TenantClock | undefined
  readonly mailerOf?: MailerOf | undefined
  readonly injected?: Injected | undefined
}

/** Makes a tenant from a state. */
export const make = (
  machine: Clock.Clock,
  name: string,
  initial: State,
  { clock = makeClock(machine, initial.pace), injected = {}, journal, mailerOf, save }: Setup
): Tenant => {
  const history: Tenant["history"] = []
  const region = (region: RegionName): RegionState => ({
    world: MutableRef.make(initial[region]),
    now: clock.now,
    watchers: new Set(),
    mailer: mailerOf?.(name, region),
    changed: (before) => {
      addToHistory(history, { [region]: before })
      return save
    }
  })
  return {
    name,
    clock,
    machine,
    journal: journal === 0 ? undefined : Journal.make(journal),
    regions: { us: region("us"), eu: region("eu") },
    initial,
    history,
    snapshots: new Map(),
    injected,
    limits: injected.limits?.(),
    faults: injected.faults?.({ clock, machine }),
    save
  }
}

/** Makes the state of the seed for a tenant. */
export const seedState = (
  machine: Clock.Clock,
  tenant: string,
  { frozenAt, transform = identity, ...options }: Omit<TenantOptions, "journal">
): State => {
  const since = machine.currentTimeMillisUnsafe()
  const world = (region: RegionName) => transform(seedWorld({ ...options, region, tenant }), frozenAt ?? since)
  return {
    us: world("us"),
    eu: world("eu"),
    pace: frozenAt === undefined ? undefined : { since, at: frozenAt, scale: 0 }
  }
}

/** Whether an event of the calls is due, such as a step of a script. */
export const isDue = ({ now, world }: RegionState): boolean => {
  const { stored } = MutableRef.get(world).calls
  // most worlds have no stored calls
  return stored !== StoredCalls.empty && StoredCalls.due(stored) <= now()
}

/**
 * Applies the events that are due by the clock. They are not changes of their own: an undo could only repeat them, so they
 * are undone with the change before them.
 */
export const catchUp = (region: RegionState, save: Effect.Effect<void>): Effect.Effect<void> =>
  Effect.suspend(() => {
    if (!isDue(region)) return Effect.void
    MutableRef.set(region.world, applyDueEvents(transitionContext(region)))
    for (const watch of region.watchers) watch()
    return isDue(region) ? Effect.andThen(Effect.yieldNow, catchUp(region, save)) : save
  })

/** Applies the events that are due in both regions. */
export const catchUpBoth = ({ regions: { eu, us }, save }: Tenant): Effect.Effect<void> =>
  isDue(us) || isDue(eu) ? Effect.andThen(catchUp(us, save), catchUp(eu, save)) : Effect.void

/** How many changes can be undone. */
export const maxChanges = 1000

/** Adds the values before a change to a history, and removes the oldest if there are too many. */
export const addToHistory = (history: Tenant["history"], before: Partial<State>): void => {
  if (history.push(before) > maxChanges) history.shift()
}

/** Returns the current state of a tenant. */
export const stateOf = ({ clock, regions: { eu, us } }: Tenant): State => ({
  us: MutableRef.get(us.world),
  eu: MutableRef.get(eu.world),
  pace: clock.pace()
})

const put = ({ clock, regions }: Tenant, state: Partial<State>) => {
  for (const region of RegionName.literals) {
    const world = state[region]
    if (world !== undefined) MutableRef.set(regions[region].world, world)
  }
  if ("pace" in state) clock.restore(state.pace)
  for (const region of RegionName.literals) for (const watch of regions[region].watchers) watch()
}

/** Replaces the state of a tenant, on new history branches. It can be undone. */
export const replaceState = (tenant: Tenant, state: State): void => {
  const before = stateOf(tenant)
  addToHistory(tenant.history, before)
  put(tenant, onNewBranches(tenant.name, branchesOf(before), state))
}

/** Resumes a stored state as it is, and clears the history. */
export const resumeState = (tenant: Tenant, state: State): void => {
  put(tenant, state)
  tenant.history.length = 0
}

/** Changes the worlds of both regions as one change. */
export const changeWorlds = (tenant: Tenant, change: (world: World) => World): void => {
  const { eu, us } = stateOf(tenant)
  addToHistory(tenant.history, { us, eu })
  put(tenant, { us: change(us), eu: change(eu) })
}

/** Undoes the latest changes, at most `count`, and returns how many those were. */
export const undo = (tenant: Tenant, count: number): number => {
  const before = stateOf(tenant)
  const changes = tenant.history.splice(-count).toReversed()
  if (changes.length === 0) return 0
  for (const change of changes) put(tenant, change)
  put(tenant, onNewBranches(tenant.name, branchesOf(before), stateOf(tenant)))
  return changes.length
}
