import type { UserId } from "@remote-assist/core/EnterpriseUsers"
import type { OnCallGroupId } from "@remote-assist/core/OnCallGroups"

export interface Positions {
  readonly total: number
  readonly at: (index: number) => number
}

/** How a call can end; `missed` if it was not answered in time. */
export const endings = ["ended", "missed", "declined", "busy", "cancelled", "failed"] as const
export type Ending = (typeof endings)[number]

export const profiles = ["good", "congested", "dropping"] as const
export type Profile = (typeof profiles)[number]

/** A person without an account. The id is unique within the call. */
export interface Guest {
  readonly guest: string
  readonly id: string
}

export type Person = UserId | Guest

/** A time in a call, in milliseconds since the epoch; `to` is undefined while it lasts. */
export interface Stay {
  readonly from: number
  readonly to?: number | undefined
}

export interface Network {
  readonly from: number
  readonly profile: Profile
}

/** A participant of a call: dialer and receiver first. One who never joined has no stays. */
export interface Participant {
  readonly who: Person
  readonly device: DeviceType
  /** In the order of time. If it is empty, the network follows from the seed. */
  readonly network: ReadonlyArray<Network>
  readonly stays: ReadonlyArray<Stay>
}

export interface Recording {
  readonly startedAt: number
  readonly stoppedAt?: number | undefined
}

export interface Rating {
  readonly by: Person
  readonly rating: string
}

/** A seeded or placed call. Times are in milliseconds since the epoch. */
export interface Call {
  readonly position: number
  readonly dialer: UserId
  /** `undefined` for a call to a group until a member answers. */
  readonly receiver?: UserId | undefined
  readonly group?: OnCallGroupId | undefined
  readonly startedAt: number
  /** `undefined` while it rings, and for a call that was not answered. */
  readonly answeredAt?: number | undefined
  readonly endedAt?: number | undefined
  readonly ending?: Ending | undefined
  readonly participants: ReadonlyArray<Participant>
  readonly recording?: Recording | undefined
  readonly ratings: ReadonlyArray<Rating>
  readonly tags: ReadonlyArray<string>
}

export const isGuest = (person: Person): person is Guest => typeof person === "object"

/** Checks whether a user is the dialer, the receiver or a participant. */
export const isIn = ({ dialer, participants, receiver }: Call, user: UserId): boolean =>
  dialer === user || receiver === user || participants.some(({ who }) => who === user)

export const devices = {
  iPhone: { appVersion: "4.2.0", deviceType: "iPhone", deviceVersion: "18.1", networkType: "wifi" },
  Android: { appVersion: "4.2.0", deviceType: "Android", deviceVersion: "15", networkType: "cellular" },
  Web: { appVersion: "4.2.1", deviceType: "Web", deviceVersion: "131.0", networkType: "wifi" }
} as const

export const deviceTypes = ["iPhone", "Android", "Web"] as const
export type DeviceType = (typeof deviceTypes)[number]
