import type { Profile } from "../model/Call.ts"
import type { DeviceType } from "../model/devices.ts"

type Shares<Entry> = ReadonlyArray<readonly [Entry, number]>

/** The devices that users have; all others call from the web. */
export const devices: Shares<DeviceType> = [
  ["Android", 0.42],
  ["iPhone", 0.36]
]

/** How many calls are made with one's own device. */
export const owned = 0.85

/** The networks of participants; the others are good throughout. Half of these are so from the start, half become so. */
export const networks: Shares<Profile> = [
  ["congested", 0.14],
  ["dropping", 0.04]
]

/** How many of the calls that the member of an on-call group takes are to the group. */
export const toGroup = 0.3

/** How many calls that are taken a guest joins. */
export const guests = 0.04

export const guestNames = ["Rosa", "Tom", "Ines", "Yusuf", "Mei", "Oskar", "Priya", "Luca"]

/** How many calls are recorded, and tagged, of those that are taken. */
export const recorded = 0.3
export const tagged = 0.25

export const tags = ["follow-up", "warranty", "spare part", "escalated", "training", "safety"]

/** What calls are rated, the rest with five. */
export const stars: Shares<string> = [
  ["1", 0.04],
  ["2", 0.06],
  ["3", 0.12],
  ["4", 0.3]
]
