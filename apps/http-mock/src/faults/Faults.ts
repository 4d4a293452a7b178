import type { Operation } from "@remote-assist/core/Contract"
import type { RegionName } from "@remote-assist/core/Region"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpEffect from "effect/http/HttpEffect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as MutableRef from "effect/MutableRef"

import type { Tenant } from "../tenants/Tenant.ts"
import type { Answer } from "../wire/Answer.ts"
import { choosing } from "../world/gaps/Gaps.ts"
import { broken } from "./brokenConnection.ts"
import { isAfter } from "./Fault.ts"
import type { Fault } from "./Fault.ts"
import { note } from "./outcome.ts"
import * as Sampling from "./sampling.ts"
import { answered } from "./substitute.ts"
import type { Injected } from "./substitute.ts"

/** A request to a region. */
export interface Asked {
  readonly request: HttpServerRequest
  readonly region: RegionName
  /** The one that it is for; nothing where it meets none. */
  readonly operation: Operation | undefined
}

/** An active fault, and what came of it. */
export interface ActiveFault {
  readonly id: string
  readonly number: number
  readonly fault: Fault
  /** When it ends, in milliseconds since the epoch by the tenant's clock. */
  readonly until: number | undefined
  /** Requests that it is for, and that no fault before it took. */
  readonly matches: number
  readonly hits: number
}

/** The faults of a tenant, in the order in which they were made. */
export interface Faults {
  readonly around: (answer: Answer, asked: Asked) => Answer
  readonly add: (fault: Fault) => ActiveFault
  readonly all: () => ReadonlyArray<ActiveFault>
  /** Ends those that are picked, and tells how many these were. */
  readonly remove: (picked: (active: ActiveFault) => boolean) => number
}

const isFor = ({ does, operations, region }: Fault, { id, takesUserToken }: Operation, at: Asked) =>
  (region === undefined || region === at.region) &&
  (operations.includes("*") || operations.includes(id)) &&
  (does?.kind !== "expired" || takesUserToken)

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

  /** Counts a request, and yields the faults that hit it with the milliseconds that it waits. */
  const strike = (operation: Operation, asked: Asked) => {
    const { seed } = MutableRef.get(regions[asked.region].world).settings
    const struck: Array<ActiveFault> = []
    let wait = 0
    for (const one of current()) {
      const { does, latency, when } = one.fault
      if (!isFor(one.fault, operation, asked)) continue
      one.matches += 1
      const drawn = Sampling.drawing(seed, one.number)
      if (!Sampling.hits(when, one.matches, drawn)) continue
      one.hits += 1
      struck.push(one)
      wait += latency === undefined ? 0 : Sampling.waiting(latency, one.matches, drawn)
      if (does !== undefined) break
    }
    return { struck, wait }
  }

  const injected = (operation: Operation, { region }: Asked, { id }: ActiveFault): Injected => ({
    operation,
    choose: choosing(MutableRef.get(regions[region].world).settings.choices),
    message: `${id} of the emulator.`,
    now: clock.now()
  })

  const apply = (answer: Answer, operation: Operation, asked: Asked, by: ActiveFault): Answer => {
    const { does } = by.fault
    if (does === undefined) return answer
    const taken = Effect.map(isAfter(by.fault) ? answer : Effect.succeed(HttpServerResponse.empty()), (own) =>
      answered(does, injected(operation, asked, by), own)
    )
    const breaking = broken(does, machine)
    return breaking === undefined ? taken : HttpEffect.withPreResponseHandler(taken, breaking)
  }

  return {
    around: (answer, asked) => {
      const { operation } = asked
      if (active.length === 0 || operation === undefined) return answer
      const { struck, wait } = strike(operation, asked)
      const last = struck.at(-1)
      if (last === undefined) return answer
      const faults = struck.map(({ id }) => id)
      note(asked.request, { faults, does: last.fault.does?.kind })
      const taken = apply(answer, operation, asked, last)
      return wait === 0 ? taken : Effect.andThen(Effect.interruptible(machine.sleep(Duration.millis(wait))), taken)
    },
    add: (fault) => {
      made += 1
      const until = fault.ttl === undefined ? undefined : clock.now() + Duration.toMillis(fault.ttl)
      const one = { id: `fault-${made}`, number: made, fault, until, matches: 0, hits: 0 }
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
