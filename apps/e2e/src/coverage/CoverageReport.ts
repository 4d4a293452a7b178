import * as Schema from "effect/Schema"

import type { Coverage } from "./Coverage.ts"

const Share = Schema.Struct({ seen: Schema.Int, of: Schema.Int })

const Status = Schema.Struct({
  status: Schema.Int,
  /** How often the service itself answered it. */
  served: Schema.Int,
  /** How often a fault of the emulator did, in its place. */
  injected: Schema.Int
})

/** The coverage of the contract as a file. */
export const CoverageReport = Schema.Struct({
  /** Of the format. */
  version: Schema.Literal(1),
  operations: Share,
  statuses: Share,
  fields: Share,
  /** How many of the statuses only faults answered; they are not among those seen. */
  only_injected: Schema.Int,
  details: Schema.Array(
    Schema.Struct({
      operation: Schema.String,
      section: Schema.String,
      statuses: Schema.Array(Status),
      fields: Schema.Array(Schema.Struct({ path: Schema.String, seen: Schema.Literals(["yes", "empty", "no"]) })),
      undocumented: Schema.Array(Status),
      scenarios: Schema.Array(Schema.String)
    })
  )
}).annotate({ identifier: "CoverageReport" })
export type CoverageReport = typeof CoverageReport.Type

/** A coverage as its file has it. */
export const coverageReport = ({ details, onlyInjected, ...shares }: Coverage): CoverageReport => ({
  version: 1,
  ...shares,
  only_injected: onlyInjected,
  details: details.map(({ operation: { id, section }, ...seen }) => ({ operation: id, section, ...seen }))
})
