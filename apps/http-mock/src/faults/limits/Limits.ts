import type { Operation } from "@remote-assist/core/Contract"
import type { RegionName } from "@remote-assist/core/Region"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import * as MutableRef from "effect/MutableRef"

import { choosingFor } from "../../tenants/Deployment.ts"
import type { Deployment } from "../../tenants/Deployment.ts"
import { ended } from "../../wire/atOnce.ts"
import type { AtOnce } from "../../wire/atOnce.ts"
import { note } from "../outcome.ts"
import { refused, told } from "./answers.ts"
import type { Counted } from "./answers.ts"
import * as Buckets from "./Buckets.ts"
import type { Level } from "./Buckets.ts"
import * as Holder from "./holder.ts"
import type { Limit } from "./Limit.ts"

/** A request to a region. */
interface Asked {
  readonly request: HttpServerRequest
  readonly apiKeyHeader: string
  readonly region: RegionName
  /** Its path in the region. */
  readonly path: string
  /** The one that it is for; nothing where it meets none. */
  readonly operation: Operation | undefined
}

/** What somebody has left of a limit. */
export interface Held extends Level {
  readonly holder: Holder.Holder
}

/** A limit that stands, and what came of it. */
export interface StandingLimit {
  readonly id: string
  readonly limit: Limit
  readonly passed: number
  readonly refused: number
  /** What those have left who used it last, the latest first, at a moment of the tenant's time. */
  readonly held: (now: number, most: number) => ReadonlyArray<Held>
}

/** The rate limits of a tenant. */
export interface Limits {
  /** Lets a request through to its answer, which tells what is left, or refuses it. */
  readonly around: <R>(
    answer: () => AtOnce<HttpServerResponse, R>,
    asked: Asked,
    deployment: Deployment
  ) => AtOnce<HttpServerResponse, R>
  readonly all: () => ReadonlyArray<StandingLimit>
  /** Fills every bucket, and counts from nothing again. */
  readonly reset: () => void
}

const isFor = ({ by, operations }: Limit, operation: Operation | undefined) =>
  (operations === undefined || (operation !== undefined && operations.includes(operation.id))) &&
  (by !== "token" || operation === undefined || operation.takesUserToken)

const holderOf = ({ by }: Limit, { apiKeyHeader, operation, request }: Asked, { world }: Deployment) =>
  by === "token"
    ? Holder.byToken(MutableRef.get(world), request)
    : Holder.byKey(MutableRef.get(world), apiKeyHeader, request, operation)

const stand = (limit: Limit, index: number) => {
  const buckets = Buckets.make(limit)
  const held: StandingLimit["held"] = (now, most) =>
    buckets
      .holders()
      .slice(0, most)
      .map((holder) => ({ holder, ...buckets.level(holder, now) }))
  return { id: `rate-limit-${index + 1}`, limit, passed: 0, refused: 0, buckets, held }
}

/** Makes the rate limits of a tenant, with every bucket full. */
export const make = (limits: ReadonlyArray<Limit>): Limits => {
  const all = limits.map(stand)
  return {
    around: (answer, asked, deployment) => {
      const met = all.filter(({ limit }) => isFor(limit, asked.operation))
      if (met.length === 0) return answer()
      const now = deployment.now()
      const choose = choosingFor(deployment)
      const counted = met.map((one) => {
        const holder = holderOf(one.limit, asked, deployment)
        return { ...one, one, holder, level: one.buckets.level(holder, now) }
      })
      const longest = counted.reduce((one, other) => (other.level.wait > one.level.wait ? other : one))
      if (longest.level.wait > 0) {
        longest.one.refused += 1
        note(asked.request, { faults: [longest.id], does: "rateLimit" })
        return told(refused(asked.operation, asked.path, longest, choose, now), counted, choose, now)
      }
      const left = counted.map(({ holder, id, limit, one }): Counted => {
        one.passed += 1
        return { id, limit, level: one.buckets.take(holder, now) }
      })
      return ended(answer(), (response) => told(response, left, choose, now))
    },
    all: () => all,
    reset: () => {
      for (const one of all) {
        one.buckets.clear()
        one.passed = 0
        one.refused = 0
      }
    }
  }
}
