import type { Json } from "./Leaf.ts"

/** The ways in which an answer of one target can differ from that of another. */
export type DifferenceKind =
  | "status"
  | "content type"
  | "absent"
  | "added"
  | "type"
  | "form"
  | "value"
  | "time"
  | "identity"
  | "length"
  | "order"
  | "no answer"
  | "request"
  | "outcome"

/** A position in an answer where two targets differ. */
export interface Mismatch {
  readonly kind: DifferenceKind
  /** JSON path with `[*]` for every element of a list, such as `$.entries[*].token`; empty for the answer as a whole. */
  readonly path: string
  /** What is there on each target; undefined if nothing is. */
  readonly a: Json | undefined
  readonly b: Json | undefined
}

/** How two targets differ at a request of a scenario; several mismatches at one path are one difference. */
export interface Difference extends Mismatch {
  /** Such as `EnterpriseUsers.list`, or method and path if there is none; empty for the scenario as a whole. */
  readonly operation: string
  /** Which request for that operation in the scenario, from 1. */
  readonly occurrence: number
  readonly status: { readonly a: number | undefined; readonly b: number | undefined }
}

/** Equal for the same difference in another run of the scenario. */
export const keyOf = ({ kind, occurrence, operation, path }: Difference): string =>
  `${operation}#${occurrence} ${kind} ${path}`

/** Equal for the same difference in another scenario: what a contract would say of it. */
export const contractKeyOf = ({ kind, operation, path, status }: Difference): string =>
  `${operation} ${kind} ${path} ${kind === "status" ? `${status.a} ${status.b}` : ""}`

/** The first mismatch of each kind and path. */
export const distinct = (mismatches: ReadonlyArray<Mismatch>): ReadonlyArray<Mismatch> =>
  [...new Map(mismatches.toReversed().map((one) => [`${one.kind} ${one.path}`, one])).values()].toReversed()
