import * as Schema from "effect/Schema"

const Status = Schema.Struct({ a: Schema.optionalKey(Schema.Int), b: Schema.optionalKey(Schema.Int) })

const Scenarios = Schema.Array(Schema.String)

/** A difference of the contract, and the scenarios that show it. */
export const Drift = Schema.Struct({
  /** Such as `EnterpriseUsers.list`; empty for how scenarios ended. */
  operation: Schema.String,
  kind: Schema.Literals([
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
  ]),
  status: Status,
  /** JSON path into the answer, with `[*]` for each element of a list; empty for the answer as a whole. */
  path: Schema.String,
  /** What is there first; absent where nothing is. */
  a: Schema.optionalKey(Schema.Json),
  b: Schema.optionalKey(Schema.Json),
  scenarios: Scenarios,
  /** In how many requests of all scenarios. */
  requests: Schema.Int,
  /** The gaps whose choices make it vanish. */
  explained_by: Schema.Array(Schema.String)
}).annotate({ identifier: "Drift" })
export type Drift = typeof Drift.Type

/** A choice at a gap that makes the emulator answer like the other target. */
export const ProposedChoice = Schema.Struct({
  gap: Schema.String,
  choice: Schema.Json,
  /** What the emulator chose. */
  instead_of: Schema.Json,
  /** As for `remote-assist-mock --gap`. */
  flag: Schema.String,
  section: Schema.String,
  /** Whether other values may have the same effect: a limit that lies somewhere near. */
  approximate: Schema.Boolean,
  /** On which side those are, where it is a number. */
  limit: Schema.optionalKey(Schema.Literals(["at most", "at least"])),
  differences: Schema.Int,
  scenarios: Scenarios,
  /** Choices at other gaps that do the same. */
  or: Schema.Array(Schema.String)
}).annotate({ identifier: "ProposedChoice" })
export type ProposedChoice = typeof ProposedChoice.Type

/** Two targets beside each other; secrets are left out. */
export const DriftReport = Schema.Struct({
  /** Of the format. */
  version: Schema.Literal(1),
  id: Schema.String,
  a: Schema.String,
  b: Schema.String,
  seed: Schema.Int,
  started_at: Schema.String,
  compared: Scenarios,
  not_compared: Schema.Array(Schema.Struct({ scenario: Schema.String, reason: Schema.String })),
  drift: Schema.Array(Drift),
  /** What came and went when scenarios were run again. */
  unsteady: Schema.Array(Drift),
  /** Absent where neither target is an emulator. */
  explanation: Schema.optionalKey(
    Schema.Struct({
      proposals: Schema.Array(ProposedChoice),
      /** What differs with all of the choices. */
      unexplained: Schema.Array(Drift),
      runs: Schema.Int,
      /** Whether runs were used up before all was tried. */
      gave_up: Schema.Boolean
    })
  ),
  /** One exchange sequence beside the other, of each scenario that differs. */
  sequences: Schema.Array(
    Schema.Struct({
      scenario: Schema.String,
      exchanges: Schema.Array(
        Schema.Struct({ operation: Schema.String, a: Schema.String, b: Schema.String, differs: Schema.Boolean })
      )
    })
  )
}).annotate({ identifier: "DriftReport" })
export type DriftReport = typeof DriftReport.Type
