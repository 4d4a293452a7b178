import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import { annotate } from "../../../../src/service/groups/Calls.ts"
import { remove, update } from "../../../../src/service/groups/EnterpriseUsers.ts"
import { session } from "../../../../src/service/groups/Invitations.ts"
import * as Calls from "../../../../src/world/calls/Calls.ts"
import type { CallAction } from "../../../../src/world/calls/CallScript.ts"
import { applyDueEvents } from "../../../../src/world/life/dueEvents.ts"
import { applyAction, placeCall, rowOf } from "../../../../src/world/life/operations.ts"
import type { TransitionResult, World } from "../../../../src/world/model/World.ts"
import { prng } from "../../../../src/world/prng.ts"
import * as Users from "../../../../src/world/users/Users.ts"
import { as, on, worldOf } from "../../../support/worlds.ts"

/** A world at a time, with the worlds for undo and restore. */
export interface Place {
  readonly world: World
  readonly now: number
  readonly before: ReadonlyArray<World>
  readonly snapshot: World
}

const begun = worldOf({ users: 7, calls: 12 })

export const start: Place = { world: begun, now: Date.UTC(2026, 0, 1), before: [], snapshot: begun }

/** A random action: its kind, its users and its amount. */
export interface Move {
  readonly kind: number
  readonly one: number
  readonly other: number
  readonly amount: number
}

/** Random moves from a seed: generated directly, since fast-check favors small numbers, which change little. */
export const walkOf = (seed: number, length: number): ReadonlyArray<Move> =>
  Array.from({ length }, (_, index) => {
    const random = (salt: number, end: number) => prng(seed, index, salt) % end
    return { kind: random(1, 40), one: random(2, 9), other: random(3, 9), amount: random(4, 90) }
  })

const users = ["ada", "grace", "linus", 105, 106, "107", "ada@example.com", "edsger", "nobody"] as const

const who = (index: number) => users[index] ?? "nobody"

const profiles = ["good", "congested", "dropping"] as const

const reasons = ["ended", "missed", "declined", "busy", "cancelled", "failed", undefined] as const

/** An action with the users and the amount of a move. */
const actionOf = ({ amount, one, other }: Move): CallAction => {
  const someone = other % 4 === 3 ? { guest: `guest ${one % 2}` } : { who: who(one) }
  const by = other % 2 === 0 ? {} : { by: who(one) }
  const reason = reasons[one]
  const profile = profiles[one % 3] ?? "good"
  const all: ReadonlyArray<CallAction> = [
    { do: "ring" },
    { do: "ring" },
    { do: "answer", ...by },
    { do: "answer", device: "Web", network: profile },
    { do: "decline", ...by },
    { do: "join", ...someone },
    { do: "join", guest: `guest ${one % 3}`, network: profile },
    { do: "join", who: who(other) },
    { do: "leave", ...someone },
    { do: "record" },
    { do: "stop-recording" },
    { do: "degrade", ...someone, profile },
    { do: "rate", ...someone, rating: 1 + (one % 5) },
    { do: "tag", tags: [`tag ${one}`] },
    { do: "end", ...(reason === undefined ? {} : { reason }) }
  ]
  const action = all[amount % all.length] ?? { do: "ring" }
  return amount < 75 ? action : { ...action, at: `${amount - 60} seconds` }
}

const stepsOf = (move: Move): ReadonlyArray<CallAction> =>
  Array.from({ length: move.amount % 5 }, (_, index) => {
    const action = actionOf({ ...move, amount: (move.amount * 7 + index * 5) % 75, one: (move.one + index) % 9 })
    const plain: CallAction = index === 0 ? { do: "ring" } : action
    return index < 2 ? plain : { ...plain, at: `${index * 20} seconds` }
  })

const idOf = ({ calls }: World, { one, other }: Move) => {
  const stored = [...HashMap.values(calls.stored.rows)].toSorted((a, b) => a.position - b.position)
  const row = other % 3 === 2 ? undefined : stored.at(-1 - (one % 4))
  return row?.id ?? Calls.idOf(calls, one % calls.size)
}

const rowNamed = ({ calls }: World, id: string) =>
  rowOf(calls, Option.getOrThrow(Option.fromUndefinedOr(Calls.positionOf(calls, id))))

const groups = ["Hydraulics", "Electrical", "Nobody"]

const stepOf = ({ now, world }: Place, move: Move): TransitionResult<unknown> | undefined => {
  const { kind, amount, one, other } = move
  const caller = Users.isPresent(world.users, one) ? Users.rowAt(world.users, one) : undefined
  const by = caller === undefined ? undefined : as(caller, world, now)
  if (kind < 8)
    return placeCall(on(world, now), {
      from: who(one),
      to: other === 8 ? { group: groups[amount % 3] ?? "" } : who(other),
      ...(amount % 7 === 0 ? { startsAt: new Date(now - amount * 60_000_000).toISOString() } : {}),
      steps: stepsOf(move)
    })
  if (kind < 28) return applyAction(on(world, now), rowNamed(world, idOf(world, move)), actionOf(move))
  if (kind === 28)
    return Users.isPresent(world.users, one) && one > 0 ? remove(on(world, now), Users.idAt(one)) : undefined
  if (kind === 29) return update(on(world, now), Users.idAt(one), { active: other % 2 === 0 })
  if (kind === 30) return by && annotate(by, idOf(world, move), { alt1_id: `${amount}` })
  if (kind === 31)
    return (
      by && session(by, { callId: idOf(world, move), contactTokens: [`contact-${101 + other}`], userToken: undefined })
    )
  return undefined
}

/** Applies a move, unless it fails, and all due events before and after it. */
export const moved = (from: Place, move: Move): Place => {
  const at: Place = { ...from, world: applyDueEvents(on(from.world, from.now)) }
  const { before, now, snapshot, world } = at
  const { kind, amount, other } = move
  const withDueEvents = (place: Place): Place => ({ ...place, world: applyDueEvents(on(place.world, place.now)) })
  if (kind >= 32 && kind < 36) return withDueEvents({ ...at, now: now + amount * 2000 })
  if (kind === 36) return withDueEvents({ ...at, now: other < 2 ? now - amount * 1000 : now + amount * 100_000 })
  if (kind === 37)
    return other < 4
      ? { ...at, snapshot: world }
      : withDueEvents({ ...at, world: { ...snapshot, line: `${now}` }, before: [...before, world] })
  if (kind === 38) {
    const last = before.at(-1)
    if (last === undefined || other === 0)
      return withDueEvents({ ...at, world: start.world, before: [...before, world] })
    return withDueEvents({ ...at, world: last, before: before.slice(0, -1) })
  }
  const step = stepOf(at, move)
  if (step === undefined || Result.isFailure(step)) return at
  return withDueEvents({ ...at, world: step.success[0], before: [...before, world] })
}
