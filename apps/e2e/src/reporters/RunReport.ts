import * as Schema from "effect/Schema"

import type { Event } from "../runner/Event.ts"
import type { Result } from "../runner/Result.ts"

const Step = Schema.Struct({
  id: Schema.Int,
  parent: Schema.optionalKey(Schema.Int),
  title: Schema.String,
  /** In milliseconds since the attempt began. */
  start: Schema.Finite,
  duration: Schema.optionalKey(Schema.Finite),
  outcome: Schema.Literals(["running", "passed", "failed", "interrupted"])
})

const Headers = Schema.Record(Schema.String, Schema.String)

const Exchange = Schema.Struct({
  id: Schema.Int,
  step: Schema.optionalKey(Schema.Int),
  operation: Schema.optionalKey(Schema.String),
  request: Schema.Struct({
    method: Schema.String,
    url: Schema.String,
    headers: Headers,
    body: Schema.optionalKey(Schema.String)
  }),
  start: Schema.Finite,
  duration: Schema.optionalKey(Schema.Finite),
  answer: Schema.optionalKey(Schema.Struct({ status: Schema.Int, headers: Headers, body: Schema.String })),
  lost: Schema.optionalKey(Schema.String)
})

const Failure = Schema.Struct({
  kind: Schema.String,
  message: Schema.String,
  compared: Schema.optionalKey(Schema.Struct({ expected: Schema.String, actual: Schema.String })),
  at: Schema.optionalKey(Schema.String),
  step: Schema.optionalKey(Schema.Int),
  exchanges: Schema.optionalKey(Schema.Array(Schema.Int)),
  cleanUp: Schema.optionalKey(Schema.String)
})

const Outcome = Schema.Union([
  Schema.TaggedStruct("Passed", {}),
  Schema.TaggedStruct("Failed", { failure: Failure }),
  Schema.TaggedStruct("Skipped", { reason: Schema.String }),
  Schema.TaggedStruct("Interrupted", {})
])

const JournalNote = Schema.Struct({
  exchange: Schema.Int,
  id: Schema.Int,
  reason: Schema.optionalKey(Schema.String),
  hint: Schema.optionalKey(Schema.String),
  takenBy: Schema.optionalKey(Schema.String),
  gaps: Schema.Array(Schema.String),
  changes: Schema.Array(Schema.Unknown)
})

const Attempt = Schema.Struct({
  outcome: Outcome,
  duration: Schema.Finite,
  steps: Schema.Array(Step),
  exchanges: Schema.Array(Exchange),
  journal: Schema.Array(JournalNote),
  leftovers: Schema.Array(Schema.Struct({ kind: Schema.String, id: Schema.String, reason: Schema.String }))
})

export const ScenarioReport = Schema.Struct({
  name: Schema.String,
  repeat: Schema.Int,
  tags: Schema.Array(Schema.String),
  file: Schema.String,
  verdict: Schema.Literals(["Passed", "Flaky", "Failed", "Skipped", "Interrupted"]),
  attempts: Schema.Array(Attempt),
  /** The command line that runs it again. */
  again: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "ScenarioReport" })

/** A run as a file of the reporter `json`; secrets are left out. */
export const RunReport = Schema.Struct({
  /** Of the format. */
  version: Schema.Literal(1),
  id: Schema.String,
  target: Schema.String,
  seed: Schema.Int,
  total: Schema.Int,
  started_at: Schema.String,
  /** In milliseconds. */
  duration: Schema.Finite,
  interrupted: Schema.Boolean,
  scenarios: Schema.Array(ScenarioReport)
}).annotate({ identifier: "RunReport" })
export type RunReport = typeof RunReport.Encoded

type Ended = Extract<Event, { readonly _tag: "RunEnded" }>

// what is undefined is left out by JSON
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const decodeScenario = Schema.decodeUnknownSync(ScenarioReport)

export const scenarioReport = (result: Result): typeof ScenarioReport.Type => decodeScenario(plain(result))

/** The report of a run that has ended. */
export const runReport = ({ duration, results, run, wasInterrupted }: Ended): RunReport => ({
  version: 1,
  id: run.id,
  target: run.target,
  seed: run.seed,
  total: run.total,
  started_at: new Date(run.startedAt).toISOString(),
  duration,
  interrupted: wasInterrupted,
  scenarios: results.map(scenarioReport)
})
