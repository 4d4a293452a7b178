import type { RegionName } from "@remote-assist/core/Region"
import * as Effect from "effect/Effect"

import type { OutboxMail, OutboxQuery } from "../control/OutboxGroup.ts"
import type { EmulatedTenant } from "./EmulatedTenant.ts"
import { promisedControl } from "./PromisedControl.ts"
import type { PromisedControl } from "./PromisedControl.ts"
import { durationFrom } from "./Time.ts"
import type { Time } from "./Time.ts"

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
export interface PromisedTenant extends Pick<
  EmulatedTenant,
  "baseUrl" | "demo" | "fetch" | "handler" | "resetHandlers" | "use"
> {
  /** The e-mails that a region sent, the oldest first; none leaves the process unless `mailTo` or `mailWebhook` say where to. */
  readonly outbox: (region: RegionName) => Promise<ReadonlyArray<Mail>>
  /** The first e-mail that fits, as soon as it is there. Rejects with a `NoMailProblem` when none comes in time. */
  readonly waitForMail: (wanted?: MailWanted) => Promise<Mail>
  /** Moves the tenant's clock on, so that tokens expire. */
  readonly advance: (time: Time) => Promise<void>
  /** The control plane: faults, snapshots, the journal, gaps and more. Its code is loaded by the first call. */
  readonly control: PromisedControl
}

/** A tenant as promises. */
export const promisedTenant = (tenant: EmulatedTenant, isClosed: () => boolean): PromisedTenant => {
  const { baseUrl, demo, fetch, handler, resetHandlers, use } = tenant
  const control = promisedControl(tenant.control, isClosed)
  return {
    baseUrl,
    demo,
    fetch,
    handler,
    use,
    resetHandlers,
    control,
    outbox: (region) => control.outbox.list({ query: { region } }),
    waitForMail: (wanted = {}) => control.outbox.wait({ query: wanted }),
    advance: (time) => Effect.runPromise(Effect.suspend(() => tenant.advance(durationFrom(time))))
  }
}
