import type { ControlApi } from "../control/ControlApi.ts"

/** The groups of the control plane. */
export type Groups = (typeof ControlApi)["groups"]

type Members = { readonly [Name in keyof Groups]: { readonly [Method in keyof Groups[Name]["endpoints"]]: true } }

/** Its members by name, which are known without its code; the type holds them to be all there are. */
export const controlMembers: Members = {
  tenants: { list: true, drop: true },
  clock: { read: true, change: true, reset: true },
  state: {
    snapshots: true,
    take: true,
    forget: true,
    restore: true,
    branch: true,
    diff: true,
    undo: true,
    reset: true,
    save: true,
    load: true
  },
  outbox: { list: true, wait: true },
  calls: { list: true, place: true, read: true, act: true },
  gaps: { list: true, read: true, choose: true, reset: true },
  faults: { list: true, make: true, remove: true, clear: true },
  rateLimit: { read: true, set: true, clear: true, reset: true },
  stubs: {
    list: true,
    make: true,
    clear: true,
    unmatched: true,
    reset: true,
    read: true,
    put: true,
    remove: true
  },
  journal: {
    list: true,
    clear: true,
    stream: true,
    har: true,
    read: true,
    curl: true
  },
  evidence: { read: true, table: true }
}
