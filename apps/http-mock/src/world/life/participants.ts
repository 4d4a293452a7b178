import type { UserId } from "@remote-assist/core/EnterpriseUsers"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import type { CallEvent, CallRow, Guest, Participant, Person } from "../calls/Call.ts"
import { isGuest } from "../calls/Call.ts"
import * as Calls from "../calls/Calls.ts"
import type { CallAction, DeviceType, Ending, Profile, Who } from "../calls/CallScript.ts"
import { isOver, isPlaced } from "../calls/StoredCalls.ts"
import type { OptionLookup } from "../gaps/options.ts"
import type { World } from "../model/World.ts"
import type { Checked } from "../ServiceError.ts"
import { badInput, reject, serviceError } from "../ServiceError.ts"
import { timestamp } from "../timestamp.ts"
import type { Entry, User } from "../users/User.ts"
import * as Users from "../users/Users.ts"

export const callStates = ["placed", "ringing", "running", "ended"] as const
export type CallState = (typeof callStates)[number]

type States<Value> = Readonly<Record<CallState, ReadonlyArray<Value>>>

export const stateOf = ({
  answeredAt,
  endedAt,
  ringing
}: Pick<CallRow, "answeredAt" | "endedAt" | "ringing">): CallState =>
  endedAt !== undefined ? "ended" : answeredAt !== undefined ? "running" : ringing !== undefined ? "ringing" : "placed"

export const possible: States<CallAction["do"]> = {
  placed: ["ring", "tag", "end"],
  ringing: ["answer", "decline", "tag", "end"],
  running: ["join", "leave", "record", "stop-recording", "degrade", "rate", "tag", "end"],
  ended: ["rate", "tag"]
}

/** The reasons for which a call can end in each state; the first is the default. */
export const reasons: States<Ending> = {
  placed: ["cancelled", "failed"],
  ringing: ["cancelled", "missed", "declined", "busy", "failed"],
  running: ["ended", "failed"],
  ended: []
}

export interface Moment {
  readonly world: World
  readonly row: CallRow
  /** Milliseconds since the epoch; never before the last event of the call. */
  readonly at: number
  readonly option: OptionLookup
}

export type Turn = Checked<Moment>

/** Creates the moment of the next event of a call; it is not before the last event, even if the clock was set back. */
export const makeMoment = (world: World, row: CallRow, now: number, option: OptionLookup): Moment => ({
  world,
  row,
  at: Math.max(now, row.events.at(-1)?.at ?? row.startedAt),
  option
})

export const withEvent = (moment: Moment, event: Omit<CallEvent, "at">): Moment => ({
  ...moment,
  row: { ...moment.row, events: [...moment.row.events, { at: moment.at, ...event }] }
})

export const withRow = (moment: Moment, change: Partial<CallRow>): Moment => ({
  ...moment,
  row: { ...moment.row, ...change }
})

export const storeCall = ({ row, world }: Moment): World => ({ ...world, calls: Calls.put(world.calls, row) })

export const find = ({ users }: World, who: Who): Option.Option<User> => {
  if (typeof who === "number") return Users.byId(users, who)
  const named = who.includes("@") ? Users.byEmail(users, who) : Users.byUsername(users, who)
  if (Option.isSome(named)) return named
  return /^\d{1,9}$/.test(who) ? Users.byId(users, Number(who)) : Users.byUsername(users, who)
}

const known = (world: World, who: Who): Checked<User> =>
  Result.fromOption(find(world, who), () =>
    serviceError("notFound", `There is no user ${JSON.stringify(who)}. Use a user name, an e-mail address or an id.`)
  )

export const active = (world: World, who: Who): Checked<User> =>
  Result.flatMap(known(world, who), (user) =>
    user.entry.active
      ? Result.succeed(user)
      : reject("inactive", `${user.entry.username} is deactivated, so cannot be in a call.`)
  )

export const isActive = ({ users }: World, id: UserId): boolean =>
  Option.exists(Users.byId(users, id), ({ entry }) => entry.active)

export const nameOf = ({ users }: World, person: Person): string =>
  isGuest(person)
    ? person.guest
    : Option.match(Users.byId(users, person), {
        onNone: () => `the deleted user ${person}`,
        onSome: ({ entry }) => entry.username
      })

export const isSame = (one: Person, other: Person): boolean =>
  one === other || (isGuest(one) && isGuest(other) && one.guest === other.guest)

export const isPresent = ({ participants }: Pick<CallRow, "participants">, person: Person): boolean =>
  participants.some(({ stays, who }) => isSame(who, person) && stays.some(({ to }) => to === undefined))

/** Returns the placed call that a user dials or is in, if any. Seeded calls do not block a user. */
export const callOf = ({ calls: { stored } }: World, user: UserId, but?: number): CallRow | undefined =>
  Option.getOrElse(HashMap.get(stored.ofUser, user), (): ReadonlyArray<CallRow> => []).find(
    (row) =>
      !isOver(row) && isPlaced(row.position) && row.position !== but && (row.dialer === user || isPresent(row, user))
  )

/** Fails if the user is in another call. */
export const free = (world: World, user: UserId, but?: number): Checked<UserId> => {
  const other = callOf(world, user, but)
  return other === undefined
    ? Result.succeed(user)
    : badInput(`${nameOf(world, user)} is already in the call ${other.id}. End it first.`)
}

/** Returns the guest with a name in a call, or a new one. */
export const guestOf = ({ participants }: CallRow, name: string): Guest => {
  const guests = participants.flatMap(({ who }) => (isGuest(who) ? [who] : []))
  return guests.find(({ guest }) => guest === name) ?? { guest: name, id: `guest-${guests.length + 1}` }
}

interface Named {
  readonly who?: Who
  readonly guest?: string
}

/** Returns the user or guest that an action names. */
export const personOf = (world: World, row: CallRow, { guest, who = "" }: Named): Checked<Person> =>
  guest === undefined ? Result.map(known(world, who), ({ entry }) => entry.id) : Result.succeed(guestOf(row, guest))

const withEntry = (world: World, id: UserId, change: (entry: Entry) => Partial<Entry>): World =>
  Option.match(Users.byId(world.users, id), {
    onNone: () => world,
    onSome: (user) => ({
      ...world,
      users: Users.replace(world.users, { ...user, entry: { ...user.entry, ...change(user.entry) } })
    })
  })

const isAvailable = ({ users }: World, id: UserId) =>
  Option.exists(Users.byId(users, id), ({ entry }) => entry.available)

// timestamps sort by time, and an empty one first
const busy = (world: World, id: UserId, at: number): World => {
  const moment = timestamp(at)
  return withEntry(world, id, ({ first_call_at, last_used_at }) => ({
    available: false,
    last_used_at: moment > last_used_at ? moment : last_used_at,
    first_call_at: first_call_at === "" || moment < first_call_at ? moment : first_call_at
  }))
}

const freed = (world: World, { wasAvailable, who }: Participant): World =>
  isGuest(who) || wasAvailable !== true ? world : withEntry(world, who, ({ active }) => ({ available: active }))

interface Equipment {
  readonly device?: DeviceType | undefined
  readonly network?: Profile | undefined
}

/** Adds a person to a call. A user is no longer available, and has used the service. */
export const enter = (moment: Moment, who: Person, { device, network }: Equipment): Moment => {
  const { at, row, world } = moment
  const known = row.participants.find((one) => isSame(one.who, who))
  const profile = network ?? (known === undefined ? "good" : undefined)
  const wasAvailable = !isGuest(who) && isAvailable(world, who)
  const { wasAvailable: _, ...before } = known ?? { who, device: "iPhone" as const, network: [], stays: [] }
  const next: Participant = {
    ...before,
    device: device ?? before.device,
    network: profile === undefined ? before.network : [...before.network, { from: at, profile }],
    stays: [...before.stays, { from: at }],
    ...(wasAvailable ? { wasAvailable } : {})
  }
  const participants =
    known === undefined ? [...row.participants, next] : row.participants.map((one) => (one === known ? next : one))
  return { ...moment, row: { ...row, participants }, world: isGuest(who) ? world : busy(world, who, at) }
}

/** Removes a person from a call. A user who was available before becomes available again. */
export const exit = (moment: Moment, who: Person): Moment => {
  const { at, row, world } = moment
  const known = row.participants.find((one) => isSame(one.who, who))
  if (known === undefined) return moment
  const { wasAvailable: _, ...rest } = known
  const next: Participant = {
    ...rest,
    stays: rest.stays.map((stay) => (stay.to === undefined ? { ...stay, to: Math.max(at, stay.from) } : stay))
  }
  const participants = row.participants.map((one) => (one === known ? next : one))
  return withEvent({ ...moment, row: { ...row, participants }, world: freed(world, known) }, { type: "left", who })
}

/** Ends a call for all participants, and its recording. */
export const end = (moment: Moment, ending: Ending): Moment => {
  const present = moment.row.participants.filter(({ who }) => isPresent(moment.row, who))
  const stopped = stopRecording(moment)
  const emptied = present.reduce((next, { who }) => exit(next, who), stopped)
  const { ringing: _, ...row } = emptied.row
  return withEvent({ ...emptied, row: { ...row, endedAt: emptied.at, ending } }, { type: "ended", detail: ending })
}

export const stopRecording = (moment: Moment): Moment => {
  const { recording } = moment.row
  return recording === undefined || recording.stoppedAt !== undefined
    ? moment
    : withEvent(withRow(moment, { recording: { ...recording, stoppedAt: moment.at } }), { type: "recording-stopped" })
}

export const endWhenEmpty = (moment: Moment): Moment => {
  const { participants } = moment.row
  const count = participants.filter(({ who }) => isPresent(moment.row, who)).length
  return count < 2 ? end(moment, "ended") : moment
}
