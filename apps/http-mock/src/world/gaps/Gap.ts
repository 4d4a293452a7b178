import type { Kind } from "./Kind.ts"

/** Where a point is left open, and why one choice is taken. */
interface Point {
  readonly section: string
  /** What else a service could do; no transition knows it. */
  readonly alternatives?: string
  readonly reason: string
}

/** A point the interface leaves open, at which transitions know several choices. */
export interface Gap<Choice = unknown> extends Kind<Choice>, Point {}

/** A point the interface leaves open, at which transitions know one choice. */
export interface Documented extends Point {
  readonly only: string
}

/** Makes an entry of the register: what can be chosen, and why the first choice is. */
export const gap = <Choice>(kind: Kind<Choice>, point: Point): Gap<Choice> => ({ ...kind, ...point })
