import type { Operation } from "@remote-assist/core/Contract"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as MutableRef from "effect/MutableRef"

import type { RequestContext } from "../tenants/RequestContext.ts"
import type { Tenant } from "../tenants/Tenant.ts"
import type { Answer } from "../wire/response.ts"
import { optionLookup } from "../world/gaps/options.ts"
import { prng } from "../world/prng.ts"
import { answered } from "./answers.ts"
import { broken } from "./brokenConnection.ts"
import { effectsOf, isAfter } from "./Fault.ts"
import type { Fault, Latency, When, FaultEffect } from "./Fault.ts"
import { bodyOf } from "./matching.ts"
import type { Matcher } from "./matching.ts"

/** The randomness of one fault: a number from 0 up to 1 for each matching request and purpose. */
type Draw = (match: number, purpose: 0 | 1 | 2) => number

export const drawing =
  (seed: number, fault: number): Draw =>
  (match, purpose) =>
    prng(seed, match, fault * 3 + purpose) / 2 ** 32

/** Whether a fault hits the matching request with this number, from 1. */
export const hits = (when: When | undefined, match: number, drawn: Draw): boolean => {
  if (when === undefined) return true
  if ("nth" in when) return match === when.nth
  if ("first" in when) return match <= when.first
  return drawn(match, 0) < when.probability
}

/** Which of its effects a fault has after so many hits; nothing where it hits no more. A latency alone counts as one. */
const turn = ({ afterLast = "stay", does }: Fault, hits: number): number | undefined => {
  const { length } = effectsOf({ does })
  if (length < 2 && afterLast !== "stop") return 0
  if (hits < length) return hits
  if (afterLast === "stop") return undefined
  return afterLast === "repeat" ? hits % length : length - 1
}

const remainingBy = (when: When | undefined, matches: number): number | undefined => {
  if (when === undefined || "probability" in when) return undefined
  return "nth" in when ? Number(matches < when.nth) : Math.max(0, when.first - matches)
}

/** How many hits are to come; nothing where their number is open. */
export const remaining = (fault: Fault, matches: number, hits: number): number | undefined => {
  const left = remainingBy(fault.when, matches)
  const effects = fault.afterLast === "stop" ? Math.max(0, effectsOf(fault).length - hits) : undefined
  return left === undefined || effects === undefined ? (left ?? effects) : Math.min(left, effects)
}

const longest = 3_600_000

// Box-Muller
const normal = (match: number, drawn: Draw) =>
  Math.sqrt(-2 * Math.log(1 - drawn(match, 1))) * Math.cos(2 * Math.PI * drawn(match, 2))

/** How many milliseconds the matching request with this number waits. */
export const waiting = (latency: Latency, match: number, drawn: Draw): number => {
  if ("fixed" in latency) return latency.fixed
  if ("min" in latency) return latency.min + (latency.max - latency.min) * drawn(match, 1)
  return Math.min(longest, latency.median * Math.exp(latency.sigma * normal(match, drawn)))
}

/** A fault, and what tells which requests it is for; undefined for every request to its operations. */
export interface Prepared {
  readonly fault: Fault
  readonly matcher: Matcher | undefined
}

/** An active fault, and what came of it. */
export interface ActiveFault extends Prepared {
  readonly id: string
  readonly number: number
  /** When it ends, in milliseconds since the epoch by the tenant's clock. */
  readonly until: number | undefined
  /** Requests that it is for, and that no fault before it took. */
  readonly matches: number
  readonly hits: number
  /** How often a path of its patch was not there. */
  readonly missed: Map<string, number>
}

/** The faults of a tenant, in the order in which they were made. */
export interface Faults {
  readonly around: (answer: Answer, asked: RequestContext) => Answer
  readonly add: (prepared: Prepared) => ActiveFault
  readonly all: () => ReadonlyArray<ActiveFault>
  /** Ends those that are picked, and tells how many these were. */
  readonly remove: (picked: (active: ActiveFault) => boolean) => number
}

/** What a hit does to the answer. */
interface Hit {
  readonly by: ActiveFault
  readonly does: FaultEffect
}

const isFor = ({ operations, region, ...fault }: Fault, { id, takesUserToken }: Operation, at: RequestContext) =>
  (region === undefined || region === at.region) &&
  (operations.includes("*") || operations.includes(id)) &&
  (takesUserToken || !effectsOf(fault).some(({ kind }) => kind === "expired"))

/** Makes the faults of a tenant; there are none yet. */
export const make = ({ clock, machine, regions }: Tenant): Faults => {
  let made = 0
  let active: Array<{ -readonly [Key in keyof ActiveFault]: ActiveFault[Key] }> = []

  const current = () => {
    const now = clock.now()
    if (active.some(({ until }) => until !== undefined && until <= now))
      active = active.filter(({ until }) => until === undefined || until > now)
    return active
  }

  const needsBody = (operation: Operation, asked: RequestContext) =>
    current().some(({ fault, matcher }) => matcher?.needsBody === true && isFor(fault, operation, asked))

  /** Counts a request, and yields the faults that hit it with the milliseconds that it waits. */
  const strike = (operation: Operation, asked: RequestContext, body: () => unknown) => {
    const world = MutableRef.get(regions[asked.region].world)
    const struck: Array<ActiveFault> = []
    let wait = 0
    for (const one of current()) {
      const { fault, matcher } = one
      if (!isFor(fault, operation, asked) || matcher?.isFor({ ...asked, world, body }) === false) continue
      one.matches += 1
      const drawn = drawing(world.settings.seed, one.number)
      if (!hits(fault.when, one.matches, drawn)) continue
      const at = turn(fault, one.hits)
      if (at === undefined) continue
      one.hits += 1
      struck.push(one)
      wait += fault.latency === undefined ? 0 : waiting(fault.latency, one.matches, drawn)
      const does = effectsOf(fault)[at]
      if (does !== undefined) return { struck, wait, hit: { by: one, does } }
    }
    return { struck, wait, hit: undefined }
  }

  const apply = (
    answer: Answer,
    operation: Operation,
    asked: RequestContext,
    { by, does }: Hit,
    left: () => void
  ): Answer => {
    const own = isAfter(by.fault, does) ? answer : Effect.succeed(HttpServerResponse.empty())
    const taken = Effect.map(own, (own) => {
      const option = optionLookup(MutableRef.get(regions[asked.region].world).settings.choices)
      const injected = { operation, option, message: `${by.id} of the emulator.`, now: clock.now() }
      const { isTaken, missed, response } = answered(does, injected, own)
      for (const path of missed) by.missed.set(path, (by.missed.get(path) ?? 0) + 1)
      if (!isTaken) left()
      return response
    })
    const breaking = broken(does, machine)
    return breaking === undefined ? taken : HttpEffect.withPreResponseHandler(taken, breaking)
  }

  const struckBy = (answer: Answer, operation: Operation, asked: RequestContext, body: () => unknown): Answer => {
    const { hit, struck, wait } = strike(operation, asked, body)
    if (struck.length === 0) return answer
    const faults = struck.map(({ id }) => id)
    asked.faults = faults
    asked.effect = hit?.does.kind
    const leave = () => void (asked.effect = undefined)
    const taken = hit === undefined ? answer : apply(answer, operation, asked, hit, leave)
    return wait === 0 ? taken : Effect.andThen(Effect.interruptible(machine.sleep(Duration.millis(wait))), taken)
  }

  return {
    around: (answer, asked) => {
      const { operation, region } = asked
      if (active.length === 0 || operation === undefined) return answer
      if (!needsBody(operation, asked)) return struckBy(answer, operation, asked, () => undefined)
      const option = optionLookup(MutableRef.get(regions[region].world).settings.choices)
      return Effect.flatMap(bodyOf(asked, option("request.maximum-body")), (body) =>
        struckBy(answer, operation, asked, body)
      )
    },
    add: (prepared) => {
      made += 1
      const { ttl } = prepared.fault
      const until = ttl === undefined ? undefined : clock.now() + Duration.toMillis(ttl)
      const one: ActiveFault = {
        ...prepared,
        id: `fault-${made}`,
        number: made,
        until,
        matches: 0,
        hits: 0,
        missed: new Map()
      }
      active = [...active, one]
      return one
    },
    all: () => current(),
    remove: (picked) => {
      const before = current().length
      active = current().filter((one) => !picked(one))
      return before - active.length
    }
  }
}
