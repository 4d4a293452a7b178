import * as Clock from "effect/Clock"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

import * as Enterprises from "./enterprises.ts"
import * as Evidence from "./Evidence.ts"
import * as Handlers from "./Handlers.ts"
import { addEnded, rootBranches, onNewBranches, branchesOf } from "./State.ts"
import type { EndedTenants, Branches, State } from "./State.ts"
import * as Tenant from "./Tenant.ts"
import { defaultTenant } from "./TenantName.ts"

/** The tenants of an emulator. */
export type Tenants = Effect.Success<ReturnType<typeof make>>

interface TenantsOptions extends Tenant.TenantOptions, Omit<Tenant.Setup, "clock" | "save"> {
  /** How long a tenant can go without a request before it is dropped. */
  readonly idle: Duration.Duration
  readonly save?: Tenant.Setup["save"] | undefined
  readonly handlers?: ReadonlyArray<Handlers.MswHandler> | undefined
}

// read without a Config, whose schemas every start would build
const evidenceDirectory = Effect.flatMap(ConfigProvider.ConfigProvider, (settings) =>
  Effect.map(settings.load(["REMOTE_ASSIST_MOCK_EVIDENCE"]), (setting) => setting?.value)
)

/** How many tenants there can be: one more drops the one that has gone longest without a request. */
export const maxTenants = 1000

const tooMany = (name: string) =>
  `There are ${maxTenants} tenants, so ${name}, the one longest without a request, was dropped. Further drops are not logged. Drop unused tenants with DELETE /__mock/tenants/:name.`

const sweepInterval = Duration.toMillis(Duration.minutes(1))

/**
 * Makes the tenants of an emulator, with the default tenant. Each other one is made by its first request. It is dropped when it
 * is idle, or when there are too many tenants and it has been idle the longest.
 */
export const make = Effect.fnUntraced(function* ({
  handlers,
  idle,
  injected,
  journal,
  mailerOf,
  save = Effect.void,
  ...seed
}: TenantsOptions) {
  const machine = yield* Clock.Clock
  const entries = new Map<string, { readonly tenant: Tenant.Tenant; lastUsed: number }>()
  // a reused name continues on new branches, so that tokens of the earlier tenant are not valid
  const ended = new Map<string, Branches>()
  let endedCopy: EndedTenants | undefined
  const noteEnded = (name: string, branches: Branches) => {
    addEnded(ended, name, branches)
    endedCopy = undefined
  }
  const lastBranches = (name: string) => {
    const entry = entries.get(name)
    return entry === undefined ? ended.get(name) : branchesOf(Tenant.stateOf(entry.tenant))
  }
  const end = (name: string) => {
    const tenant = entries.get(name)?.tenant
    if (tenant === undefined) return false
    tenant.journal?.end()
    noteEnded(name, branchesOf(Tenant.stateOf(tenant)))
    return entries.delete(name)
  }
  const log = Effect.runForkWith(yield* Effect.context())
  let isLogged = false
  const makeRoom = () => {
    if (entries.size < maxTenants) return
    const others = [...entries].filter(([name]) => name !== defaultTenant)
    // the data of an enterprise exists only in its tenant
    const plain = others.filter(([name]) => !Enterprises.isEnterpriseTenant(name))
    const [name] = (plain.length === 0 ? others : plain).reduce((oldest, entry) =>
      entry[1].lastUsed < oldest[1].lastUsed ? entry : oldest
    )
    end(name)
    if (!isLogged) log(Effect.logWarning(tooMany(name)))
    isLogged = true
  }
  const start = (name: string, initial: State, clock?: Tenant.TenantClock) => {
    end(name)
    makeRoom()
    const tenant = Tenant.make(machine, name, initial, { journal, mailerOf, save, clock, injected })
    entries.set(name, { tenant, lastUsed: machine.currentTimeMillisUnsafe() })
    return tenant
  }
  const registered = () => Enterprises.registered([...entries.values()].map(({ tenant }) => tenant))
  const startSeeded = (name: string) => {
    const enterprise = Enterprises.isEnterpriseTenant(name)
      ? registered().find(({ tenant }) => tenant === name)
      : undefined
    const state = enterprise === undefined ? Tenant.seedState(machine, name, seed) : Enterprises.stateOf(enterprise)
    const previous = lastBranches(name)
    return start(name, previous === undefined ? state : onNewBranches(name, previous, state), enterprise?.parent.clock)
  }
  startSeeded(defaultTenant)

  // with requests: a timer would keep the process alive
  let sweptAt = machine.currentTimeMillisUnsafe()
  const sweep = () => {
    const now = machine.currentTimeMillisUnsafe()
    if (now - sweptAt < sweepInterval) return
    sweptAt = now
    // an enterprise lasts as long as its registration
    const lasting = new Set([defaultTenant, ...registered().map(({ tenant }) => tenant)])
    for (const [name, { lastUsed }] of entries)
      if (!lasting.has(name) && now - lastUsed >= Duration.toMillis(idle)) end(name)
  }

  const evidence = Evidence.make()
  const directory = yield* Effect.orDie(evidenceDirectory)
  if (directory !== undefined) {
    yield* Evidence.checkDirectory(directory)
    // every emulator writes its evidence there when it ends
    yield* Effect.addFinalizer(() => Evidence.write(directory, evidence))
  }

  return {
    /** Returns the tenant of a name, and makes it if needed. */
    get: (name: string) => {
      sweep()
      const entry = entries.get(name)
      if (entry === undefined) return startSeeded(name)
      entry.lastUsed = machine.currentTimeMillisUnsafe()
      return entry.tenant
    },
    /** Returns the tenant of a name, or `undefined` if there is none. It does not count as used. */
    find: (name: string) => {
      sweep()
      return entries.get(name)?.tenant
    },
    /** Returns all tenants, each with the machine's time of its last request. */
    all: (): ReadonlyArray<{ readonly tenant: Tenant.Tenant; readonly lastUsed: number }> => {
      sweep()
      return [...entries.values()]
    },
    /** Drops a tenant. The next request for its name makes a new one. */
    drop: (name: string) => name !== defaultTenant && end(name),
    /** Starts a tenant from a state of another, on history branches of its own. It replaces a tenant of the same name. */
    branch: (name: string, state: State) => start(name, onNewBranches(name, lastBranches(name) ?? rootBranches, state)),
    /** Returns the ended tenants: the same map until another tenant ends. */
    ended: () => (endedCopy ??= new Map(ended)),
    /** Adds the tenants that ended in an earlier emulator, whose state this one resumes. */
    resumeEnded: (all: EndedTenants) => all.forEach((branches, name) => noteEnded(name, branches)),
    /** The answers of the service to requests for all tenants. */
    evidence,
    handlers: Handlers.make(handlers)
  }
})
