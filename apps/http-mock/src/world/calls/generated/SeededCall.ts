import type { UserId } from "@remote-assist/core/EnterpriseUsers"

import { prng } from "../../prng.ts"
import type { Call, Ending, Participant, Rating, Recording } from "../model/Call.ts"
import { deviceTypes } from "../model/devices.ts"

/** What a call of two follows from. */
export interface Facts {
  readonly dialer: UserId
  readonly receiver: UserId
  readonly startedAt: number
  readonly endedAt: number | undefined
  readonly ending: Ending | undefined
  readonly recorded: boolean
  readonly rating: string | undefined
}

/** A call of two that follows from the seed: taken at once, or not at all. What few look at is made when asked for. */
export class SeededCall implements Call {
  readonly position: number
  readonly dialer: UserId
  readonly receiver: UserId
  readonly startedAt: number
  readonly endedAt: number | undefined
  readonly ending: Ending | undefined
  readonly #seed: number
  readonly #recorded: boolean
  readonly #rating: string | undefined

  constructor(seed: number, position: number, facts: Facts) {
    this.position = position
    this.dialer = facts.dialer
    this.receiver = facts.receiver
    this.startedAt = facts.startedAt
    this.endedAt = facts.endedAt
    this.ending = facts.ending
    this.#seed = seed
    this.#recorded = facts.recorded
    this.#rating = facts.rating
  }

  #participant(who: UserId, salt: number): Participant {
    const device = deviceTypes[prng(this.#seed, this.position, salt) % deviceTypes.length] ?? deviceTypes[0]
    const stays = this.answeredAt === undefined ? [] : [{ from: this.answeredAt, to: this.endedAt }]
    return { who, device, network: [], stays }
  }

  get answeredAt(): number | undefined {
    return this.ending === undefined || this.ending === "ended" ? this.startedAt : undefined
  }
  get participants(): ReadonlyArray<Participant> {
    return [this.#participant(this.dialer, 40), this.#participant(this.receiver, 60)]
  }
  get recording(): Recording | undefined {
    return this.#recorded ? { startedAt: this.startedAt, stoppedAt: this.endedAt } : undefined
  }
  get ratings(): ReadonlyArray<Rating> {
    return this.#rating === undefined ? [] : [{ by: this.dialer, rating: this.#rating }]
  }
  get tags(): ReadonlyArray<string> {
    return []
  }
}
