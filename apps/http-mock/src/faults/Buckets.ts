import type { RegionName } from "@remote-assist/core/Region"

import type { Limit } from "./RateLimit.ts"

/** Whose requests in a region are counted together. */
export interface Holder {
  readonly id: string
  readonly region: RegionName
  /** As it is shown, without a secret. */
  readonly name: string
}

/** How much of a limit a holder has left. */
export interface Level {
  /** Requests that pass from now on. */
  readonly left: number
  /** Milliseconds until the next one passes; nothing to wait for at 0. */
  readonly wait: number
  /** Milliseconds until all of it is there again. */
  readonly rest: number
}

/** A bucket for each holder of a limit: full at first, it loses one with each request and is filled evenly. */
export interface Buckets {
  readonly level: (holder: Holder, now: number) => Level
  /** Takes one, and says what is left. */
  readonly take: (holder: Holder, now: number) => Level
  /** Whose there are, the one that took last first. */
  readonly holders: () => ReadonlyArray<Holder>
  readonly clear: () => void
}

/** How many buckets of a limit are kept: those that were not used for longest go first, and are full when they come back. */
export const mostBuckets = 10_000

// what a sum of fractions lacks of a whole request
const hair = 1e-6

/** Makes the buckets of a limit, all full. A bucket is one number: when it is full again. */
export const make = ({ burst, requests, seconds }: Pick<Limit, "burst" | "requests" | "seconds">): Buckets => {
  const each = (seconds * 1000) / requests
  const depth = each * (burst ?? requests)
  const kept = new Map<string, { readonly holder: Holder; fullAt: number }>()
  const restOf = ({ id }: Holder, now: number) => {
    const bucket = kept.get(id)
    if (bucket === undefined) return 0
    // a clock that is set back leaves a bucket empty at the worst, and it is filled from then on
    bucket.fullAt = Math.min(bucket.fullAt, now + depth)
    return Math.max(bucket.fullAt - now, 0)
  }
  const levelOf = (rest: number): Level => {
    const left = Math.floor((depth - rest) / each + hair)
    return { left, wait: left >= 1 ? 0 : Math.max(rest + each - depth, hair), rest }
  }
  return {
    level: (holder, now) => levelOf(restOf(holder, now)),
    take: (holder, now) => {
      const rest = Math.min(restOf(holder, now) + each, depth)
      kept.delete(holder.id)
      kept.set(holder.id, { holder, fullAt: now + rest })
      const [oldest] = kept.keys()
      if (kept.size > mostBuckets && oldest !== undefined) kept.delete(oldest)
      return levelOf(rest)
    },
    holders: () => [...kept.values()].map(({ holder }) => holder).toReversed(),
    clear: () => kept.clear()
  }
}
