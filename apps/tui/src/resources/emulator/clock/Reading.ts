import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { Control } from "../../../control/Control.ts"
import * as Recording from "../../../requests/Recording.ts"

const Time = Schema.Struct({ now: Schema.String, scale: Schema.Finite, machine: Schema.Boolean })

/** What is changed of a clock, as the control plane takes it. */
export interface Change {
  readonly set?: string
  readonly advance?: string
  readonly scale?: number
}

/** A clock as it was read. */
export interface Reading {
  /** The tenant's time. */
  readonly now: string
  /** How many seconds pass in a second. */
  readonly scale: number
  /** Whether it shows the machine's time. */
  readonly machine: boolean
  /** The machine's time at which it was read, in milliseconds. */
  readonly readAt: number
  /** What takes the last change back; nothing where that is to show the machine's time again. */
  readonly back?: Change | undefined
}

/** One that was not read. */
export const unread: Reading = { now: "1970-01-01T00:00:00.000Z", scale: 1, machine: false, readAt: 0 }

const asked = (method: "GET" | "POST" | "DELETE", body?: Change) =>
  Effect.gen(function* () {
    const { ask } = yield* Control
    const time = yield* ask({ method, path: "/clock", ...(body && { body }) }, Time)
    return { ...time, readAt: yield* Clock.currentTimeMillis } satisfies Reading
  })

/** Reads the clock of the tenant. */
export const read = asked("GET")

/** By how many milliseconds it is ahead of the machine's time. */
export const ahead = ({ now, readAt }: Reading): number => Date.parse(now) - readAt

/** What it would show later, had nothing been changed. */
const at = ({ now, readAt, scale }: Reading, later: number) => Date.parse(now) + scale * (later - readAt)

const wayBack = (before: Reading, after: Reading): Change | undefined =>
  before.machine
    ? undefined
    : { advance: `${Math.round(at(before, after.readAt) - Date.parse(after.now))} millis`, scale: before.scale }

const changed = (method: "POST" | "DELETE", body?: Change) =>
  Effect.gen(function* () {
    const before = yield* Recording.aside(read, unread)
    const after = yield* asked(method, body)
    return { ...after, back: wayBack(before, after) }
  })

/** Changes the clock; what it shows then, with what takes that back. */
export const change = (body: Change) => changed("POST", body)

/** Has it show the machine's time. */
export const reset = changed("DELETE")
