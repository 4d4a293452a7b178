import type { RegionName } from "@remote-assist/core/Region"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

import type { OutboxMail, OutboxQuery } from "../control/outbox/OutboxGroup.ts"
import type { EmulatedTenant } from "./EmulatedTenant.ts"
import { promisedControl } from "./PromisedControl.ts"
import type { PromisedControl } from "./PromisedControl.ts"

/** A length of time: milliseconds, or text such as `"2 hours"` or `"31 days"`. */
export type Time = number | `${number} ${Duration.Unit}`

/** An e-mail that a region would have sent. */
export interface Mail extends Omit<OutboxMail, "at"> {
  readonly at: Date
}

/** Which e-mail to wait for: each field where given. */
export interface MailWanted extends OutboxQuery {
  /** How long to wait, a minute at most; 5 seconds unless set. */
  readonly timeout?: Time
}

/** The emulated service as one tenant sees it: worlds and a clock of its own. */
export interface PromisedTenant extends Pick<EmulatedTenant, "baseUrl" | "demo" | "fetch" | "handler"> {
  /** The e-mails that a region sent, the oldest first; none leaves the process. */
  readonly outbox: (region: RegionName) => Promise<ReadonlyArray<Mail>>
  /** The first e-mail that fits, as soon as it is there. Rejects with a `NoMailProblem` when none comes in time. */
  readonly waitForMail: (wanted?: MailWanted) => Promise<Mail>
  /** Moves the tenant's clock on, so that tokens expire. */
  readonly advance: (time: Time) => Promise<void>
  /** The control plane: faults, snapshots, the journal, gaps and more. Its code is loaded by the first call. */
  readonly control: PromisedControl
}

/** A duration of plain values; throws for an invalid one. */
export const durationOf = (time: Time): Duration.Duration => {
  const duration = Duration.fromInput(time)
  if (duration._tag === "None")
    throw new RangeError(`${JSON.stringify(time)} is no duration. Use milliseconds, or text such as "2 hours".`)
  return duration.value
}

const plain = ({ at, ...mail }: OutboxMail): Mail => ({ ...mail, at: DateTime.toDateUtc(at) })

/** A tenant as promises. */
export const promisedTenant = (tenant: EmulatedTenant): PromisedTenant => {
  const { baseUrl, demo, fetch, handler } = tenant
  const control = promisedControl(tenant.control)
  return {
    baseUrl,
    demo,
    fetch,
    handler,
    control,
    outbox: (region) => control.outbox.list({ query: { region } }).then((mails) => mails.map(plain)),
    waitForMail: ({ timeout, ...wanted } = {}) =>
      Promise.resolve()
        .then(() =>
          control.outbox.wait({
            query: { ...wanted, ...(timeout === undefined ? {} : { timeout: durationOf(timeout) }) }
          })
        )
        .then(plain),
    advance: (time) => Effect.runPromise(Effect.suspend(() => tenant.advance(durationOf(time))))
  }
}
