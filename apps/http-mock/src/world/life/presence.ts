import type { UserId } from "@remote-assist/core/EnterpriseUsers"
import * as Option from "effect/Option"

import type { ParticipantRow } from "../calls/kept/CallRow.ts"
import { isGuest } from "../calls/model/Call.ts"
import type { Ending, Person, Profile } from "../calls/model/Call.ts"
import type { DeviceType } from "../calls/model/devices.ts"
import type { World } from "../model/World.ts"
import { timestamp } from "../timestamp.ts"
import type { Entry } from "../users/User.ts"
import * as Users from "../users/Users.ts"
import { noted, withRow } from "./Moment.ts"
import type { Moment } from "./Moment.ts"
import { isPresent, isSame } from "./people.ts"

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

// timestamps sort as the moments do, and an unset one before all
const busy = (world: World, id: UserId, at: number): World => {
  const moment = timestamp(at)
  return withEntry(world, id, ({ first_call_at, last_used_at }) => ({
    available: false,
    last_used_at: moment > last_used_at ? moment : last_used_at,
    first_call_at: first_call_at === "" || moment < first_call_at ? moment : first_call_at
  }))
}

const freed = (world: World, { wasAvailable, who }: ParticipantRow): World =>
  isGuest(who) || wasAvailable !== true ? world : withEntry(world, who, ({ active }) => ({ available: active }))

export interface Equipment {
  readonly device?: DeviceType | undefined
  readonly network?: Profile | undefined
}

/** Somebody comes into a call: a user is not available from then on, and has used the service. */
export const enter = (moment: Moment, who: Person, { device, network }: Equipment): Moment => {
  const { at, row, world } = moment
  const known = row.participants.find((one) => isSame(one.who, who))
  const profile = network ?? (known === undefined ? "good" : undefined)
  const wasAvailable = !isGuest(who) && isAvailable(world, who)
  const { wasAvailable: _, ...before } = known ?? { who, device: "iPhone" as const, network: [], stays: [] }
  const next: ParticipantRow = {
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

/** Somebody goes, and is available again if they were before they came. */
export const exit = (moment: Moment, who: Person): Moment => {
  const { at, row, world } = moment
  const known = row.participants.find((one) => isSame(one.who, who))
  if (known === undefined) return moment
  const { wasAvailable: _, ...rest } = known
  const next: ParticipantRow = {
    ...rest,
    stays: rest.stays.map((stay) => (stay.to === undefined ? { ...stay, to: Math.max(at, stay.from) } : stay))
  }
  const participants = row.participants.map((one) => (one === known ? next : one))
  return noted({ ...moment, row: { ...row, participants }, world: freed(world, known) }, { type: "left", who })
}

/** Ends a call for all who are in it, and its recording. */
export const end = (moment: Moment, ending: Ending): Moment => {
  const there = moment.row.participants.filter(({ who }) => isPresent(moment.row, who))
  const stopped = stopRecording(moment)
  const left = there.reduce((next, { who }) => exit(next, who), stopped)
  const { ringing: _, ...row } = left.row
  return noted({ ...left, row: { ...row, endedAt: left.at, ending } }, { type: "ended", detail: ending })
}

export const stopRecording = (moment: Moment): Moment => {
  const { recording } = moment.row
  return recording === undefined || recording.stoppedAt !== undefined
    ? moment
    : noted(withRow(moment, { recording: { ...recording, stoppedAt: moment.at } }), { type: "recording-stopped" })
}

export const endWhenEmpty = (moment: Moment): Moment => {
  const { participants } = moment.row
  const left = participants.filter(({ who }) => isPresent(moment.row, who)).length
  return left < 2 ? end(moment, "ended") : moment
}
