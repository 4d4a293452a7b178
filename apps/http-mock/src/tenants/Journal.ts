import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Option from "effect/Option"

import type { Exchange } from "./Exchange.ts"

/** The last exchanges of a tenant, the oldest first. */
export interface Journal {
  /** Gives an exchange its place, behind those that reached the world before. */
  readonly enter: (exchange: Exchange) => void
  /** Says that an exchange is over. */
  readonly close: (exchange: Exchange) => void
  readonly all: () => ReadonlyArray<Exchange>
  readonly get: (id: number) => Option.Option<Exchange>
  /** Forgets all exchanges; ids go on counting. */
  readonly clear: () => void
  /** Calls back with each exchange that is over, until the returned function is called. */
  readonly follow: (follower: Follower) => () => void
  /** Tells the followers that their tenant ends. */
  readonly end: () => void
}

/** Who follows a journal. */
interface Follower {
  readonly heard: (exchange: Exchange) => void
  /** Called when nothing more is to come. */
  readonly ended: () => void
}

/** How many exchanges a journal keeps unless it is told otherwise. */
export const defaultSize = 1000

/** The most exchanges that a journal can be told to keep. */
export const mostKept = 1_000_000

/** The most bytes of bodies that a journal keeps, the newest exchange aside. */
export const mostBytes = 32 * 1024 * 1024

// told without the bytes, which a text has not until they are asked for
const lengthOf = (response: HttpServerResponse.HttpServerResponse | undefined) =>
  response?.body._tag === "Uint8Array" ? response.body.contentLength : 0

const bytesOf = ({ answer, body, served }: Exchange) =>
  (body?.length ?? 0) + lengthOf(answer) + (served?.body === answer?.body ? 0 : lengthOf(served))

/** A journal of the last `size` exchanges. */
export const make = (size: number): Journal => {
  const slots: Array<Exchange | undefined> = []
  const followers = new Set<Follower>()
  let oldest = 1
  let next = 1
  let bytes = 0

  const kept = () => next - oldest

  const at = (id: number) => (id >= oldest && id < next ? slots[id % size] : undefined)

  const dropOldest = () => {
    const dropped = at(oldest)
    slots[oldest % size] = undefined
    oldest += 1
    if (dropped?.took !== undefined) bytes -= bytesOf(dropped)
  }

  const isTooLarge = () => bytes > mostBytes && kept() > 1

  const all = () => {
    const found: Array<Exchange> = []
    for (let id = oldest; id < next; id += 1) {
      const exchange = at(id)
      if (exchange !== undefined) found.push(exchange)
    }
    return found
  }

  return {
    enter: (exchange) => {
      if (kept() === size) dropOldest()
      exchange.id = next
      slots[next % size] = exchange
      next += 1
    },
    close: (exchange) => {
      for (const { heard } of followers) heard(exchange)
      if (at(exchange.id) !== exchange) return
      bytes += bytesOf(exchange)
      while (isTooLarge()) dropOldest()
    },
    all,
    get: (id) => Option.fromUndefinedOr(at(id)),
    clear: () => {
      while (kept() > 0) dropOldest()
    },
    follow: (follower) => {
      followers.add(follower)
      return () => void followers.delete(follower)
    },
    end: () => {
      for (const { ended } of followers) ended()
      followers.clear()
    }
  }
}
