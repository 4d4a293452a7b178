import type { Operation } from "@remote-assist/core/Contract"
import type * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpBody from "effect/http/HttpBody"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Pull from "effect/Pull"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"

import type { RegionRequest } from "../wire/request.ts"
import { toEffect, withBody } from "../wire/response.ts"
import type { Answer, MaybeResponse } from "../wire/response.ts"
import { optionIn } from "../world/gaps/options.ts"
import { prng } from "../world/prng.ts"
import { applyEffect, breakSending } from "./answers.ts"
import { effectsOf, isAfter } from "./Fault.ts"
import type { Fault, Latency, When, FaultEffect } from "./Fault.ts"
import { readJson } from "./matching.ts"
import type { Matcher } from "./matching.ts"

/** Returns the random number of a fault for a matching request and a purpose, from 0 up to 1. */
type Random = (match: number, purpose: 0 | 1 | 2) => number

export const makeRandom =
  (seed: number, fault: number): Random =>
  (match, purpose) =>
    prng(seed, match, fault * 3 + purpose) / 2 ** 32

/** Whether a fault hits the matching request with a number, from 1. */
export const isHit = (when: When | undefined, match: number, random: Random): boolean => {
  if (when === undefined) return true
  if ("nth" in when) return match === when.nth
  if ("first" in when) return match <= when.first
  return random(match, 0) < when.probability
}

/** Returns the index of the effect after a number of hits, or `undefined` if the fault hits no more. */
const effectIndex = ({ afterLast = "stay", does }: Fault, hits: number): number | undefined => {
  const { length } = effectsOf({ does })
  if (length < 2 && afterLast !== "stop") return 0
  if (hits < length) return hits
  if (afterLast === "stop") return undefined
  return afterLast === "repeat" ? hits % length : length - 1
}

const remainingMatches = (when: When | undefined, matches: number): number | undefined => {
  if (when === undefined || "probability" in when) return undefined
  return "nth" in when ? Number(matches < when.nth) : Math.max(0, when.first - matches)
}

/** Returns how many hits are left, or `undefined` if there is no limit. */
export const remainingHits = (fault: Fault, matches: number, hits: number): number | undefined => {
  const byMatches = remainingMatches(fault.when, matches)
  const byEffects = fault.afterLast === "stop" ? Math.max(0, effectsOf(fault).length - hits) : undefined
  return byMatches === undefined || byEffects === undefined ? (byMatches ?? byEffects) : Math.min(byMatches, byEffects)
}

const maxLatency = 3_600_000

// Box-Muller
const normal = (match: number, random: Random) =>
  Math.sqrt(-2 * Math.log(1 - random(match, 1))) * Math.cos(2 * Math.PI * random(match, 2))

/** Returns how many milliseconds the matching request with a number waits. */
export const latencyOf = (latency: Latency, match: number, random: Random): number => {
  if ("fixed" in latency) return latency.fixed
  if ("min" in latency) return latency.min + (latency.max - latency.min) * random(match, 1)
  return Math.min(maxLatency, latency.median * Math.exp(latency.sigma * normal(match, random)))
}

/** A fault with its compiled conditions, or `undefined` if it is for every request to its operations. */
export interface CompiledFault {
  readonly fault: Fault
  /** The number of characters as JSON. */
  readonly size: number
  readonly matcher: Matcher | undefined
  /** Whether its tenant started with it. */
  readonly isInitial?: boolean
}

/** A fault of a tenant with its counts. */
export interface ActiveFault extends CompiledFault {
  readonly id: string
  readonly number: number
  /** When the fault ends, in milliseconds since the epoch by the tenant's clock. */
  readonly until: number | undefined
  /** The requests that match, and that no earlier fault answered. */
  readonly matches: number
  readonly hits: number
  /** How often each path of the patch was missing. */
  readonly missed: Map<string, number>
}

interface Hit {
  readonly by: ActiveFault
  readonly does: FaultEffect
}

const isFor = ({ operations, region, ...fault }: Fault, { id, takesUserToken }: Operation, request: RegionRequest) =>
  (region === undefined || region === request.region) &&
  (operations.includes("*") || operations.includes(id)) &&
  (takesUserToken || !effectsOf(fault).some(({ kind }) => kind === "expired"))

/** The clocks of a tenant. */
export interface Clocks {
  readonly clock: { readonly now: () => number }
  readonly machine: Clock.Clock
}

/** The faults of a tenant in the order in which they were added. */
export type Faults = ReturnType<typeof make>

/** Makes the faults of a tenant, at first none. */
export const make = ({ clock, machine }: Clocks) => {
  let count = 0
  let active: Array<{ -readonly [Key in keyof ActiveFault]: ActiveFault[Key] }> = []

  const current = () => {
    const now = clock.now()
    if (active.some(({ until }) => until !== undefined && until <= now))
      active = active.filter(({ until }) => until === undefined || until > now)
    return active
  }

  const needsBody = (operation: Operation, context: RegionRequest) =>
    current().some(({ fault, matcher }) => matcher?.needsBody === true && isFor(fault, operation, context))

  /** Counts a request, and returns the faults that hit it and its latency in milliseconds. */
  const countHits = (operation: Operation, context: RegionRequest, body: () => unknown) => {
    const { seed } = context.world().settings
    const faults: Array<ActiveFault> = []
    let latency = 0
    for (const one of current()) {
      const { fault, matcher } = one
      if (!isFor(fault, operation, context) || matcher?.isMatch(context, body) === false) continue
      one.matches += 1
      const random = makeRandom(seed, one.number)
      if (!isHit(fault.when, one.matches, random)) continue
      const index = effectIndex(fault, one.hits)
      if (index === undefined) continue
      one.hits += 1
      faults.push(one)
      latency += fault.latency === undefined ? 0 : latencyOf(fault.latency, one.matches, random)
      const does = effectsOf(fault)[index]
      if (does !== undefined) return { faults, latency, hit: { by: one, does } }
    }
    return { faults, latency, hit: undefined }
  }

  const answerHit = (answer: Answer, operation: Operation, context: RegionRequest, { by, does }: Hit): Answer => {
    const own = isAfter(by.fault, does) ? answer : Effect.succeed(HttpServerResponse.empty())
    const preResponse = breakSending(does, machine)
    const changed = Effect.map(own, (own) => {
      const { choices } = context.world().settings
      const response = applyEffect(
        does,
        {
          operation,
          path: context.path,
          option: (id) => optionIn(choices, id),
          message: `${by.id} of the emulator.`,
          now: clock.now(),
          onMissed: (path) => by.missed.set(path, (by.missed.get(path) ?? 0) + 1)
        },
        own
      )
      if (response === own && preResponse === undefined) context.effect = undefined
      return response
    })
    return preResponse === undefined ? changed : HttpEffect.withPreResponseHandler(changed, preResponse)
  }

  const answerBy = (answer: Answer, operation: Operation, context: RegionRequest, body: () => unknown): Answer => {
    const { faults, hit, latency } = countHits(operation, context, body)
    if (faults.length === 0) return answer
    context.faults = faults.map(({ id }) => id)
    context.effect = hit?.does.kind
    const changed = hit === undefined ? answer : answerHit(answer, operation, context, hit)
    return latency === 0
      ? changed
      : Effect.andThen(Effect.interruptible(machine.sleep(Duration.millis(latency))), changed)
  }

  return {
    /** Answers a request by a fault that hits it, or by the next steps. */
    apply: (context: RegionRequest, next: () => MaybeResponse): Answer => {
      const { operation } = context
      const answer = Effect.suspend(() => Effect.flatMap(toEffect(next()), readWhole))
      if (active.length === 0 || operation === undefined) return answer
      if (!needsBody(operation, context)) return answerBy(answer, operation, context, () => undefined)
      return Effect.flatMap(readJson(context), (body) => answerBy(answer, operation, context, body))
    },
    add: (compiled: CompiledFault) => {
      count += 1
      const { ttl } = compiled.fault
      const until = ttl === undefined ? undefined : clock.now() + Duration.toMillis(ttl)
      const one: ActiveFault = {
        ...compiled,
        id: `fault-${count}`,
        number: count,
        until,
        matches: 0,
        hits: 0,
        missed: new Map()
      }
      active = [...active, one]
      return one
    },
    all: (): ReadonlyArray<ActiveFault> => current(),
    /** Removes the faults that match, and returns how many those are. */
    remove: (matches: (active: ActiveFault) => boolean) => {
      const before = current().length
      active = current().filter((one) => !matches(one))
      return before - active.length
    }
  }
}

/** How many bytes of a streamed answer faults can change. */
const maxBytes = 1024 * 1024

const isEventStream = ({ headers }: HttpServerResponse.HttpServerResponse) =>
  headers["content-type"]?.startsWith("text/event-stream") === true

/** Reads the whole body of a streamed answer for faults to change, if it is not too long or endless. */
const readWhole = (
  response: HttpServerResponse.HttpServerResponse
): Effect.Effect<HttpServerResponse.HttpServerResponse, never, Scope.Scope> => {
  const { body } = response
  if (body._tag !== "Stream" || (body.contentLength ?? 0) > maxBytes || isEventStream(response))
    return Effect.succeed(response)
  return Effect.gen(function* () {
    const pull = yield* Stream.toPull(body.stream)
    const chunks: Array<Uint8Array> = []
    let length = 0
    const withRest = (rest: Stream.Stream<Uint8Array, unknown>) =>
      withBody(
        response,
        HttpBody.stream(Stream.concat(Stream.fromIterable(chunks), rest), body.contentType, body.contentLength)
      )
    while (length <= maxBytes) {
      const next = yield* Effect.exit(Pull.catchDone(pull, () => Effect.undefined))
      if (next._tag === "Failure") return withRest(Stream.failCause(next.cause))
      if (next.value === undefined)
        return withBody(response, HttpBody.uint8Array(Buffer.concat(chunks), body.contentType))
      for (const chunk of next.value) {
        chunks.push(chunk)
        length += chunk.length
      }
    }
    return withRest(Stream.fromPull(Effect.succeed(pull)))
  })
}
