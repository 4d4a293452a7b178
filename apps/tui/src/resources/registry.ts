import { pods } from "./pods/pods.ts"
import type { Resource } from "./Resource.ts"
import { users } from "./users/users.ts"

// oxlint-disable-next-line typescript/no-explicit-any -- each has rows of its own, which only it reads
export type AnyResource = Resource<any>

/** Every resource, in the order of the help; the first is on screen at the start. */
export const resources: readonly [AnyResource, ...ReadonlyArray<AnyResource>] = [users, pods]

/** The resource of a name. */
export const resourceNamed = (name: string): AnyResource =>
  resources.find((resource) => resource.name === name) ?? resources[0]
