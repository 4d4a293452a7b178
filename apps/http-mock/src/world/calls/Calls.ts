import type { Annotation, CallId } from "@remote-assist/core/Calls"
import type { UserId } from "@remote-assist/core/EnterpriseUsers"
import * as HashMap from "effect/HashMap"

import * as Generated from "./generated/Generated.ts"
import type { Call } from "./model/Call.ts"
import type { Positions } from "./model/Positions.ts"

export type { Call } from "./model/Call.ts"
export { isIn } from "./model/Call.ts"
export { namedCalls } from "./generated/Named.ts"
export { defaultShape, isShape, shapes } from "./generated/shapes.ts"
export type { Shape } from "./generated/shapes.ts"
export type { Positions } from "./model/Positions.ts"

/**
 * The calls, the newest first. All but the named ones are made on demand from their position. No operation makes or ends
 * a call, so only annotations are stored.
 */
export interface Calls extends Generated.Generated {
  readonly annotations: HashMap.HashMap<number, Annotation>
}

/** The most calls a world has; their past goes back 39 years at most. */
export const mostCalls = 1_000_000

export const make = (options: Generated.Generated): Calls => ({
  ...options,
  annotations: HashMap.empty()
})

/** The call at a position below `size`. */
export const at = (calls: Calls, position: number): Call => Generated.at(calls, position)

/** The id of the call at a position. */
export const idOf = (calls: Calls, position: number): CallId => Generated.idOf(calls, position)

/** The position that an id belongs to. */
export const positionOf = (calls: Calls, id: string): number | undefined => Generated.positionOf(calls, id)

/** The positions of a user's calls, the newest first. */
export const ofUser = (calls: Calls, user: UserId): Positions => Generated.ofUser(calls, user)
