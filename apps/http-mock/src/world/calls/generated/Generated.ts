import { CallId } from "@remote-assist/core/Calls"
import type { UserId } from "@remote-assist/core/EnterpriseUsers"

import { prng } from "../../prng.ts"
import type { Call } from "../model/Call.ts"
import type { Positions } from "../model/Positions.ts"
import { namedIds } from "./Named.ts"
import type { Shape } from "./shapes.ts"
import * as Turns from "./Turns.ts"
import * as WorkingDays from "./WorkingDays.ts"
import type { OnCall } from "./WorkingDays.ts"

/** What the calls follow from. */
export interface Generated {
  readonly seed: number
  readonly size: number
  /** How many users the calls were made for. */
  readonly users: number
  readonly shape: Shape
}

/** How calls of each shape are found. */
const kinds = { turns: Turns, workday: WorkingDays }

/** The call at a position below `size`. */
export const at = (calls: Generated, position: number): Call => kinds[calls.shape].at(calls, position)

/** The on-call groups that calls are to. */
export const onCall = (calls: Generated): ReadonlyArray<OnCall> => kinds[calls.shape].onCall(calls)

/** The positions of a user's calls. */
export const ofUser = (calls: Generated, user: UserId): Positions => kinds[calls.shape].ofUser(calls, user)

/** The id of the call at a position, which a generated id ends with. */
export const idOf = ({ seed }: Generated, position: number): CallId => {
  const hex = [26, 27].map((salt) => prng(seed, position, salt).toString(16).padStart(8, "0")).join("")
  return (
    namedIds[position] ??
    CallId.make(
      `call_${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(12, 15)}-a${hex.slice(13, 16)}-0000${position.toString(16).padStart(8, "0")}`
    )
  )
}

/** The position that an id belongs to. */
export const positionOf = (calls: Generated, id: string): number | undefined => {
  const name = namedIds.findIndex((known) => known === id)
  if (name >= 0) return name < calls.size ? name : undefined
  const position = Number.parseInt(/[0-9a-f]{8}$/.exec(id)?.[0] ?? "", 16)
  return position < calls.size && idOf(calls, position) === id ? position : undefined
}
