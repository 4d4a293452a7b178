import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Struct from "effect/Struct"

import * as Calls from "../calls/Calls.ts"
import * as Kept from "../calls/kept/Kept.ts"
import { millisOf } from "../calls/model/offset.ts"
import { choosing } from "../gaps/Gaps.ts"
import { place } from "../life/place.ts"
import { settled } from "../life/settle.ts"
import type { World } from "../model/World.ts"
import type { ListedCall } from "./ListedCall.ts"

/** Which of the listed calls does not fit, and why. */
export interface Misplaced {
  readonly index: number
  readonly why: string
}

const before = ({ ago }: ListedCall) => (ago === undefined ? 0 : Option.getOrElse(millisOf(ago), () => 0))

/** The world in which all has happened that is due by a moment. */
const settledBy = (world: World, now: number): World => {
  const choose = choosing(world.settings.choices)
  let next = world
  while (Kept.due(next.calls.kept) <= now) next = settled({ world: next, now, choose })
  return next
}

/**
 * The world with the listed calls in it, each placed when it starts, so that they are in each other's way as calls are. It
 * begins at a moment, in milliseconds since the epoch.
 */
export const placeListed = (
  world: World,
  listed: ReadonlyArray<ListedCall>,
  begun: number
): Result.Result<World, Misplaced> => {
  const choose = choosing(world.settings.choices)
  const scripts = listed
    .map((call, index) => ({ index, call, now: begun - before(call) }))
    .filter(({ call }) => call.region === undefined || call.region === world.settings.region)
    .toSorted((one, other) => one.now - other.now)
  const indices = new Map<number, number>()
  let next = world
  for (const { call, index, now } of scripts) {
    const placed = place({ world: settledBy(next, now), now, choose }, Struct.omit(call, ["region", "ago"]))
    if (Result.isFailure(placed)) return Result.fail({ index, why: placed.failure.message })
    const [after, { position }] = placed.success
    indices.set(position, index)
    next = after
  }
  next = settledBy(next, begun)
  for (const [position, index] of indices) {
    const misfit = Calls.rowAt(next.calls, position)?.events.find(({ type }) => type === "refused")
    if (misfit !== undefined) return Result.fail({ index, why: misfit.detail ?? "a step does not fit" })
  }
  return Result.succeed(next)
}
