import type { Tenant } from "../tenants/Tenant.ts"
import { noFiles } from "./BodyFiles.ts"
import type { BodyFiles } from "./BodyFiles.ts"
import type { Handling } from "./handling.ts"
import type { Stub } from "./Stub.ts"
import * as TenantStubs from "./TenantStubs.ts"

/** The stubs of an emulator: those that are in every tenant, and those of each. */
export interface Stubs {
  readonly of: (tenant: Tenant) => TenantStubs.TenantStubs
  readonly files: () => BodyFiles
  /** Those of the folder, the latest first. */
  readonly folder: () => ReadonlyArray<Stub>
  readonly setFolder: (stubs: ReadonlyArray<Stub>, files: BodyFiles) => void
  /** Adds a handler, of every tenant or of the one of a name; one of the same route takes its place. */
  readonly handle: (handling: Handling, tenant?: string) => void
}

export const make = (): Stubs => {
  const made = new WeakMap<Tenant, TenantStubs.TenantStubs>()
  let [folder, files]: [ReadonlyArray<Stub>, BodyFiles] = [[], noFiles]
  const handlings = new Map<string | undefined, ReadonlyArray<Handling>>()
  const handlingsOf = (name: string) => {
    const [own = [], shared = []] = [handlings.get(name), handlings.get(undefined)]
    return own.length === 0 ? shared : [...own, ...shared]
  }
  return {
    of: (tenant) => {
      const known = made.get(tenant)
      if (known !== undefined) return known
      const stubs = TenantStubs.make(tenant, { folder: () => folder, handlings: () => handlingsOf(tenant.name) })
      made.set(tenant, stubs)
      return stubs
    },
    files: () => files,
    folder: () => folder,
    setFolder: (stubs, from) => {
      folder = stubs
      files = from
    },
    handle: (handling, tenant) => {
      const others = (handlings.get(tenant) ?? []).filter(({ route }) => route.text !== handling.route.text)
      handlings.set(tenant, [handling, ...others])
    }
  }
}
