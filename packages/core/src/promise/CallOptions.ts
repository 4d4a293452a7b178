import type * as Core from "../CallOptions.ts"
import * as Checks from "./checks.ts"

/** Fields of a query; lists repeat their key. */
export type Query = Core.Query

/** Fields that the contract does not name. */
export interface Extra {
  /** Sent in the query beside the others. */
  readonly query?: Query | undefined
  /** Sent in the body beside the others; secrets in it are sent as texts. A body that is no object is refused. */
  readonly body?: Readonly<Record<string, unknown>> | undefined
}

/** How long a method waits. */
export interface WaitOptions {
  /** Cancels the call and its request: the promise rejects with the signal's reason. If it is aborted already, nothing is sent. */
  readonly signal?: AbortSignal | undefined
  /** Longest the call may take, its repeats included, in milliseconds. */
  readonly timeout?: number | undefined
}

/** What a single call does otherwise than its client. */
export interface CallOptions extends WaitOptions {
  /** Repeats at the most, of calls that can be repeated. */
  readonly retries?: number | undefined
  /** Headers sent on top. Those of credentials, and those that the connection makes, such as `content-length`, are refused. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Fields that the contract does not name. */
  readonly extra?: Extra | undefined
}

/** A place in a list: a page, and how many of its entries were taken. Plain values, which can be kept as JSON. */
export interface Position {
  /** From 1. */
  readonly page: number
  /** From 0. */
  readonly taken: number
}

/** How to walk a list, and what its calls do otherwise than their client. */
export interface WalkOptions extends CallOptions {
  /** Where to start: the `position` of an earlier walk; at the first entry unless set. */
  readonly from?: Position | undefined
  /** Pages kept ready while entries are worked on; none unless set. */
  readonly prefetch?: number | undefined
  /**
   * Reads the list to its end before the first entry comes; not so unless set. For work that changes which entries the
   * list has, such as deactivating what `active=true` lists. Of `pages` it makes no difference.
   */
  readonly collectFirst?: boolean | undefined
  /** Called each time the list is found to have got shorter since the page before. */
  readonly onShrink?: ((shrink: Shrink) => void) | undefined
}

/** How to walk a list that does not tell how many entries it has. */
export interface BareWalkOptions extends Omit<WalkOptions, "onShrink"> {}

/** How many entries a list had, and has. */
export interface Shrink {
  /** On the page before. */
  readonly before: number
  /** Now. */
  readonly after: number
}

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
