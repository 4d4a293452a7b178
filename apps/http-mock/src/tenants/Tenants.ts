import * as Clock from "effect/Clock"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

import * as Changes from "./changes.ts"
import * as Enterprises from "./enterprises.ts"
import * as Evidence from "./Evidence.ts"
import { addEnded, firstLines, inNewLines, linesOf } from "./State.ts"
import type { EndedTenants, Lines, State, TenantClock } from "./State.ts"
import * as Tenant from "./Tenant.ts"
import { defaultTenant } from "./TenantName.ts"

/**
 * The tenants of an emulator. Each but the default one is made when it is first asked for, and dropped when it is idle, or
 * when there are too many and no other has been idle for longer.
 */
export interface Tenants {
  readonly get: (name: string) => Tenant.Tenant
  /** The one of a name where it has begun; that is no use of it. */
  readonly there: (name: string) => Tenant.Tenant | undefined
  /** Those that there are, by name, with the machine's time of their last request. */
  readonly all: () => ReadonlyArray<{ readonly tenant: Tenant.Tenant; readonly lastUsed: number }>
  /** Drops a tenant; its name yields a new one. */
  readonly drop: (name: string) => boolean
  /** Begins a tenant with a state, in place of one with its name. */
  readonly begin: (name: string, initial: State) => Tenant.Tenant
  /** Begins a tenant with a state of another, in lines of history of its own. */
  readonly branch: (name: string, state: State) => Tenant.Tenant
  /** Those that ended, the same map until another does. */
  readonly ended: () => EndedTenants
  /** Adds those that ended in an emulator before, which this one goes on from. */
  readonly resumeEnded: (known: EndedTenants) => void
  /** What the service answered to requests for any of them. */
  readonly evidence: Evidence.Evidence
}

interface TenantsOptions extends Tenant.TenantOptions {
  /** How long a tenant goes without a request before it is dropped. */
  readonly idle: Duration.Duration
  /** Runs before the answer to what changed a tenant goes out. */
  readonly save?: Effect.Effect<void> | undefined
  /** Takes the e-mails of each region, where these leave the process. */
  readonly mailing?: Tenant.Mailing | undefined
  /** Told of each tenant that begins. */
  readonly begun?: ((tenant: Tenant.Tenant) => void) | undefined
}

// read without a Config, whose schemas every start would build
const evidenceDirectory = Effect.flatMap(ConfigProvider.ConfigProvider, (settings) =>
  Effect.map(settings.load(["REMOTE_ASSIST_MOCK_EVIDENCE"]), (setting) => setting?.value)
)

/** The most tenants at a time: one more drops the one that has gone longest without a request. */
export const mostTenants = 1000

const tooMany = (name: string) =>
  `There are ${mostTenants} tenants, so the one longest without a request was dropped: ${name}. More will be, without a word. DELETE /__mock/tenants/:name drops what is no longer needed.`

const sweepEvery = Duration.toMillis(Duration.minutes(1))

/** Makes the tenants. */
export const make = Effect.fnUntraced(function* ({
  begun,
  idle,
  journal,
  mailing,
  save = Effect.void,
  ...options
}: TenantsOptions) {
  const machine = yield* Clock.Clock
  const kept = new Map<string, { readonly tenant: Tenant.Tenant; lastUsed: number }>()
  // a name that is used again goes on in new lines, so that tokens of what had it before do not fit
  const ended = new Map<string, Lines>()
  let endedNow: EndedTenants | undefined
  const noteEnd = (name: string, lines: Lines) => {
    addEnded(ended, name, lines)
    endedNow = undefined
  }
  const linesLeft = (name: string) => {
    const there = kept.get(name)
    return there === undefined ? ended.get(name) : linesOf(Changes.stateOf(there.tenant))
  }
  const end = (name: string) => {
    const tenant = kept.get(name)?.tenant
    if (tenant === undefined) return false
    tenant.journal?.end()
    noteEnd(name, linesOf(Changes.stateOf(tenant)))
    return kept.delete(name)
  }
  const logging = Effect.runForkWith(yield* Effect.context())
  let isTold = false
  const makeRoom = () => {
    if (kept.size < mostTenants) return
    const others = [...kept].filter(([name]) => name !== defaultTenant)
    // what is in an enterprise is nowhere else
    const plain = others.filter(([name]) => !Enterprises.mayBeOf(name))
    const [name] = (plain.length === 0 ? others : plain).reduce((oldest, one) =>
      one[1].lastUsed < oldest[1].lastUsed ? one : oldest
    )
    end(name)
    if (!isTold) logging(Effect.logWarning(tooMany(name)))
    isTold = true
  }
  const begin = (name: string, initial: State, clock?: TenantClock) => {
    end(name)
    makeRoom()
    const tenant = Tenant.of(machine, name, initial, { journal, mailing, save, clock })
    kept.set(name, { tenant, lastUsed: machine.currentTimeMillisUnsafe() })
    begun?.(tenant)
    return tenant
  }
  const registered = () => Enterprises.registered([...kept.values()].map(({ tenant }) => tenant))
  const seeded = (name: string) => {
    const enterprise = Enterprises.mayBeOf(name) ? registered().find(({ tenant }) => tenant === name) : undefined
    const state = enterprise === undefined ? Tenant.seeded(machine, name, options) : Enterprises.stateOf(enterprise)
    const left = linesLeft(name)
    return begin(name, left === undefined ? state : inNewLines(name, left, state), enterprise?.by.clock)
  }
  const branch = (name: string, state: State) => begin(name, inNewLines(name, linesLeft(name) ?? firstLines, state))
  seeded(defaultTenant)

  // on the way of requests: a timer would keep a program alive that never closes its emulator
  let sweptAt = machine.currentTimeMillisUnsafe()
  const sweep = () => {
    const now = machine.currentTimeMillisUnsafe()
    if (now - sweptAt < sweepEvery) return
    sweptAt = now
    // an enterprise lasts as long as its registration
    const lasting = new Set([defaultTenant, ...registered().map(({ tenant }) => tenant)])
    for (const [name, { lastUsed }] of kept)
      if (!lasting.has(name) && now - lastUsed >= Duration.toMillis(idle)) end(name)
  }

  const evidence = Evidence.make()
  const directory = yield* Effect.orDie(evidenceDirectory)
  // every emulator leaves evidence there when it ends
  if (directory !== undefined) {
    const { write } = yield* Effect.promise(() => import("./evidenceFile.ts"))
    yield* Effect.addFinalizer(() => write(directory, evidence))
  }

  const tenants: Tenants = {
    get: (name) => {
      sweep()
      const found = kept.get(name)
      if (found === undefined) return seeded(name)
      found.lastUsed = machine.currentTimeMillisUnsafe()
      return found.tenant
    },
    there: (name) => kept.get(name)?.tenant,
    all: () => {
      sweep()
      return [...kept.values()]
    },
    drop: (name) => name !== defaultTenant && end(name),
    begin,
    branch,
    ended: () => (endedNow ??= new Map(ended)),
    resumeEnded: (known) => known.forEach((lines, name) => noteEnd(name, lines)),
    evidence
  }
  return tenants
})
