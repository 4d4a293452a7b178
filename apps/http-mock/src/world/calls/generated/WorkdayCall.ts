import type { UserId } from "@remote-assist/core/EnterpriseUsers"
import type { OnCallGroupId } from "@remote-assist/core/OnCallGroups"

import { prng } from "../../prng.ts"
import { epoch } from "../../users/GeneratedRow.ts"
import { idAt } from "../../users/Users.ts"
import * as Course from "../../workday/Course.ts"
import type { Met } from "../../workday/Workday.ts"
import type { Call, Ending, Guest, Network, Participant, Rating, Recording } from "../model/Call.ts"
import type { DeviceType } from "../model/devices.ts"
import { devices, guestNames, guests, networks, owned, recorded, stars, tagged, tags, toGroup } from "./shares.ts"

/** Where a call comes from. */
interface Origin {
  readonly seed: number
  readonly position: number
  readonly met: Met
  /** The on-call group of the receiver. */
  readonly groupOf: (user: number) => OnCallGroupId | undefined
}

/** A call of a working day. What few look at is made when asked for. */
export class WorkdayCall implements Call {
  readonly position: number
  readonly dialer: UserId
  readonly receiver: UserId
  readonly startedAt: number
  readonly answeredAt: number | undefined
  readonly endedAt: number
  readonly ending: Ending
  readonly #origin: Origin
  readonly #random: Course.Random

  constructor(origin: Origin) {
    const { met, position, seed } = origin
    const random = Course.randomOf(seed, position)
    const course = Course.course(random, met.ago - met.nextAgo, met.third !== undefined)
    this.position = position
    this.dialer = idAt(met.dialer)
    this.receiver = idAt(met.receiver)
    this.startedAt = epoch - met.ago
    this.answeredAt = course.answered === undefined ? undefined : this.startedAt + course.answered
    this.endedAt = this.startedAt + course.ended
    this.ending = course.ending
    this.#origin = origin
    this.#random = random
  }

  #deviceOf(user: number, salt: number): DeviceType {
    // most call with their own
    const own = prng(this.#origin.seed, user, 210) / 2 ** 32
    return Course.byShare(devices, "Web", this.#random(salt) < owned ? own : this.#random(salt + 1))
  }
  #networkFrom(from: number, salt: number): ReadonlyArray<Network> {
    const profile = this.ending === "failed" && salt === 220 ? "dropping" : undefined
    const drawn = profile ?? Course.byShare(networks, "good", this.#random(salt))
    if (drawn === "good" || this.#random(salt + 1) < 0.5) return [{ from, profile: drawn }]
    const worse = from + Math.floor((this.endedAt - from) * (0.2 + 0.6 * this.#random(salt + 2)))
    return [
      { from, profile: "good" },
      { from: worse, profile: drawn }
    ]
  }
  #participant(who: UserId | Guest, device: DeviceType, salt: number, from: number | undefined): Participant {
    return from === undefined
      ? { who, device, network: [], stays: [] }
      : { who, device, network: this.#networkFrom(from, salt), stays: [{ from, to: this.endedAt }] }
  }
  /** When somebody joins who was not called. */
  #joinedAt(from: number, salt: number) {
    return from + Math.floor((this.endedAt - from) * (0.15 + 0.5 * this.#random(salt)))
  }
  #others(from: number): ReadonlyArray<Participant> {
    const { third } = this.#origin.met
    const joined =
      third === undefined
        ? []
        : [this.#participant(idAt(third), this.#deviceOf(third, 230), 232, this.#joinedAt(from, 235))]
    if (this.#random(240) >= guests) return joined
    const guest = guestNames[Math.floor(this.#random(241) * guestNames.length)] ?? "Guest"
    return [...joined, this.#participant({ guest, id: "guest-1" }, "Web", 242, this.#joinedAt(from, 245))]
  }

  get group(): OnCallGroupId | undefined {
    const { groupOf, met } = this.#origin
    return this.answeredAt !== undefined && this.#random(250) < toGroup ? groupOf(met.receiver) : undefined
  }
  get participants(): ReadonlyArray<Participant> {
    const { dialer, receiver } = this.#origin.met
    return [
      this.#participant(this.dialer, this.#deviceOf(dialer, 211), 220, this.answeredAt),
      this.#participant(this.receiver, this.#deviceOf(receiver, 213), 225, this.answeredAt),
      ...(this.answeredAt === undefined ? [] : this.#others(this.answeredAt))
    ]
  }
  get recording(): Recording | undefined {
    return this.ending === "ended" && this.#random(251) < recorded && this.answeredAt !== undefined
      ? { startedAt: this.answeredAt, stoppedAt: this.endedAt }
      : undefined
  }
  #ratingBy(by: UserId, share: number, salt: number): ReadonlyArray<Rating> {
    if (this.#random(salt) >= share) return []
    return [{ by, rating: Course.byShare(stars, "5", this.#random(salt + 1)) }]
  }
  get ratings(): ReadonlyArray<Rating> {
    if (this.ending !== "ended") return []
    return [...this.#ratingBy(this.dialer, 0.3, 252), ...this.#ratingBy(this.receiver, 0.15, 254)]
  }
  get tags(): ReadonlyArray<string> {
    if (this.answeredAt === undefined || this.#random(256) >= tagged) return []
    return [tags[Math.floor(this.#random(257) * tags.length)] ?? ""]
  }
}
