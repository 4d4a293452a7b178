import type * as Core from "../CallOptions.ts"
import type { Extra, Query } from "../CallOptions.ts"
import type { Options as PageOptions, Position, Shrink } from "../Page.ts"
import * as Checks from "./checks.ts"

export type { Extra, Position, Query, Shrink }

/** How long a method waits. */
export interface WaitOptions {
  /** Cancels the call and its request: the promise rejects with the signal's reason. If it is aborted already, nothing is sent. */
  readonly signal?: AbortSignal | undefined
  /** Longest the call may take, its repeats included, in milliseconds. */
  readonly timeout?: number | undefined
}

/** What a single call does otherwise than its client. */
export interface CallOptions extends WaitOptions, Pick<Core.CallOptions, "retries" | "headers" | "extra"> {}

/** How to walk a list, and what its calls do otherwise than their client. */
export interface WalkOptions extends CallOptions, Pick<PageOptions, "from" | "prefetch" | "collectFirst"> {
  /** Called each time the list is found to have got shorter since the page before. */
  readonly onShrink?: ((shrink: Shrink) => void) | undefined
}

/** How to walk a list that does not tell how many entries it has. */
export interface BareWalkOptions extends Omit<WalkOptions, "onShrink"> {}

const extra: Checks.Checks = { query: Checks.query, body: Checks.plain }

const isExtra = (value: unknown) => Checks.isPlain(value) && Checks.wrongIn(extra, value).length === 0

const isPosition = (value: unknown) =>
  Checks.isPlain(value) && [Reflect.get(value, "page") || undefined, Reflect.get(value, "taken")].every(Checks.count.is)

export const ofWaits: Checks.Checks = { signal: Checks.signal, timeout: Checks.milliseconds }

export const ofCalls: Checks.Checks = {
  ...ofWaits,
  retries: Checks.count,
  headers: Checks.texts,
  extra: { is: isExtra, wanted: `{ query } or { body } or both: ${Checks.query.wanted}, and a plain object` }
}

export const ofBareWalks: Checks.Checks = {
  ...ofCalls,
  from: { is: isPosition, wanted: "the position of a walk, such as { page: 1, taken: 0 }" },
  prefetch: Checks.count,
  collectFirst: Checks.flag
}

export const ofWalks: Checks.Checks = { ...ofBareWalks, onShrink: Checks.callback }
