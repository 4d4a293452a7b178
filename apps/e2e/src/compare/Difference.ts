import type { Json } from "./Leaf.ts"

/** The ways in which an answer of one target can differ from that of another. */
export const kinds = [
  "status",
  "content type",
  "absent",
  "added",
  "type",
  "form",
  "value",
  "time",
  "identity",
  "length",
  "order",
  "no answer",
  "request",
  "outcome"
] as const
export type DifferenceKind = (typeof kinds)[number]

/** A place of an answer at which two targets differ. */
export interface Mismatch {
  readonly kind: DifferenceKind
  /** JSON path with `[*]` for every element of a list, such as `$.entries[*].token`. */
  readonly path: string
  readonly a: Json | undefined
  readonly b: Json | undefined
  /** How many leaves of the answers it is about. */
  readonly leaves: number
}

/** What two targets differ in at a request of a scenario; several places of one path are one difference. */
export interface Difference {
  readonly kind: DifferenceKind
  /** Such as `EnterpriseUsers.list`, or method and path where there is none; empty for the scenario as a whole. */
  readonly operation: string
  /** Which request for that operation in the scenario, from 1. */
  readonly occurrence: number
  readonly path: string
  readonly status: { readonly a: number | undefined; readonly b: number | undefined }
  /** What is there first on each target; undefined where there is nothing. */
  readonly a: Json | undefined
  readonly b: Json | undefined
  /** How many places of that path differ. */
  readonly places: number
  /** The position in the scenario's exchanges. */
  readonly position: number
}

/** The same in another run of the scenario. */
export const keyOf = ({
  kind,
  occurrence,
  operation,
  path
}: Pick<Difference, "kind" | "occurrence" | "operation" | "path">): string =>
  `${operation}#${occurrence} ${kind} ${path}`

/** The same in another scenario: what a contract would say of it. */
export const contractKeyOf = ({ kind, operation, path, status }: Difference): string =>
  `${operation} ${kind} ${path} ${kind === "status" ? `${status.a} ${status.b}` : ""}`

/** Mismatches at a request, of which several places of one path are one difference. */
export const merged = (
  mismatches: ReadonlyArray<Mismatch>,
  about: Pick<Difference, "operation" | "occurrence" | "position" | "status">
): ReadonlyArray<Difference> => {
  const groups = new Map<string, Difference>()
  for (const { a, b, kind, path } of mismatches) {
    const group = groups.get(`${kind} ${path}`) ?? { ...about, kind, path, a, b, places: 0 }
    groups.set(`${kind} ${path}`, { ...group, places: group.places + 1 })
  }
  return [...groups.values()]
}
