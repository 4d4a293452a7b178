import * as Schema from "effect/Schema"

import { Matcher, ValuesMatcher } from "./Matcher.ts"
import { oneOf, supported } from "./supported.ts"

const Values = Schema.Record(Schema.String, ValuesMatcher)

const longestDelay = 3_600_000

const Millis = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: longestDelay }))

const addresses = ["url", "urlPath", "urlPattern", "urlPathPattern", "urlPathTemplate"]

/** Which requests a mapping is for: all of these where given. Paths are those after the region. */
export const RequestPattern = supported({
  /** `ANY` unless given. */
  method: Schema.optionalKey(Schema.String),
  url: Schema.optionalKey(Schema.String),
  urlPath: Schema.optionalKey(Schema.String),
  urlPattern: Schema.optionalKey(Schema.String),
  urlPathPattern: Schema.optionalKey(Schema.String),
  urlPathTemplate: Schema.optionalKey(Schema.String),
  pathParameters: Schema.optionalKey(Values),
  queryParameters: Schema.optionalKey(Values),
  headers: Schema.optionalKey(Values),
  cookies: Schema.optionalKey(Values),
  formParameters: Schema.optionalKey(Values),
  basicAuthCredentials: Schema.optionalKey(supported({ username: Schema.String, password: Schema.String })),
  bodyPatterns: Schema.optionalKey(Schema.Array(Matcher))
})
  .check(oneOf(addresses))
  .check(
    Schema.makeFilter((pattern) =>
      pattern.pathParameters !== undefined && pattern.urlPathTemplate === undefined
        ? "has pathParameters without a urlPathTemplate, which names them"
        : undefined
    )
  )
  .annotate({ identifier: "StubRequest" })
export type RequestPattern = typeof RequestPattern.Type

/** How long an answer waits. */
export const DelayDistribution = Schema.Union([
  supported({ type: Schema.Literal("fixed"), milliseconds: Millis }),
  supported({ type: Schema.Literal("uniform"), lower: Millis, upper: Millis }).check(
    Schema.makeFilter(({ lower, upper }) => (lower <= upper ? undefined : "has an upper below its lower"))
  ),
  supported({
    type: Schema.Literal("lognormal"),
    median: Millis,
    sigma: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 5 })),
    maxValue: Schema.optionalKey(Millis)
  })
]).annotate({ expected: "a type of fixed, uniform or lognormal" })
export type DelayDistribution = typeof DelayDistribution.Type

/** How a connection breaks. */
export const StubFault = Schema.Literals([
  "EMPTY_RESPONSE",
  "MALFORMED_RESPONSE_CHUNK",
  "RANDOM_DATA_THEN_CLOSE",
  "CONNECTION_RESET_BY_PEER"
])
export type StubFault = typeof StubFault.Type

const bodies = ["body", "jsonBody", "base64Body", "bodyFileName"]

/** What is answered. */
export const ResponseDefinition = supported({
  /** 200 unless given. */
  status: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 200, maximum: 599 }))),
  statusMessage: Schema.optionalKey(Schema.String),
  headers: Schema.optionalKey(Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Array(Schema.String)]))),
  body: Schema.optionalKey(Schema.String),
  jsonBody: Schema.optionalKey(Schema.Json),
  base64Body: Schema.optionalKey(Schema.String),
  /** Below `__files` of the folder. */
  bodyFileName: Schema.optionalKey(Schema.String),
  fixedDelayMilliseconds: Schema.optionalKey(Millis),
  delayDistribution: Schema.optionalKey(DelayDistribution),
  chunkedDribbleDelay: Schema.optionalKey(
    supported({
      numberOfChunks: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10_000 })),
      totalDuration: Millis
    })
  ),
  fault: Schema.optionalKey(StubFault),
  transformers: Schema.optionalKey(Schema.Array(Schema.Literal("response-template"))),
  transformerParameters: Schema.optionalKey(Schema.Record(Schema.String, Schema.Json))
})
  .check(oneOf(bodies))
  .annotate({ identifier: "StubResponse" })
export type ResponseDefinition = typeof ResponseDefinition.Type

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const StubId = Schema.String.check(
  Schema.isPattern(uuid, { expected: "a UUID, such as 730d3e32-d098-4169-a20c-554c3bedce58" })
)

const hasScenario = Schema.makeFilter(
  ({ newScenarioState, requiredScenarioState, scenarioName }: Readonly<Record<string, unknown>>) =>
    scenarioName === undefined && (newScenarioState ?? requiredScenarioState) !== undefined
      ? "has a scenario state without a scenarioName; give one"
      : undefined
)

/** A stub mapping as WireMock writes it, as far as it is supported: which requests it is for, and what they are answered. */
export const StubMapping = supported({
  id: Schema.optionalKey(StubId),
  uuid: Schema.optionalKey(StubId),
  name: Schema.optionalKey(Schema.String),
  /** 1 goes first; 5 unless given. */
  priority: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2_147_483_647 }))),
  request: Schema.optionalKey(RequestPattern),
  response: Schema.optionalKey(ResponseDefinition),
  scenarioName: Schema.optionalKey(Schema.String),
  requiredScenarioState: Schema.optionalKey(Schema.String),
  newScenarioState: Schema.optionalKey(Schema.String),
  metadata: Schema.optionalKey(Schema.Record(Schema.String, Schema.Json)),
  /** Taken and not acted on: no mapping is written to the folder. */
  persistent: Schema.optionalKey(Schema.Boolean),
  /** Taken and not acted on: a later mapping goes before an earlier one. */
  insertionIndex: Schema.optionalKey(Schema.Int)
})
  .check(hasScenario)
  .annotate({ identifier: "StubMapping" })
export type StubMapping = typeof StubMapping.Type

/** What becomes of mappings that are there when others are imported. */
export const ImportOptions = supported({
  /** Of a mapping whose id is there: it is replaced unless this says otherwise. */
  duplicatePolicy: Schema.optionalKey(Schema.Literals(["OVERWRITE", "IGNORE"])),
  deleteAllNotInImport: Schema.optionalKey(Schema.Boolean)
})

/** Several mappings in one file, as WireMock exports them. */
export const StubMappings = supported({
  mappings: Schema.Array(StubMapping),
  meta: Schema.optionalKey(Schema.Json),
  importOptions: Schema.optionalKey(ImportOptions)
}).annotate({ identifier: "StubMappings" })
export type StubMappings = typeof StubMappings.Type

const ofSeveral = new Set(["mappings", "meta", "importOptions"])

/** What adds mappings: one, or an object with several. */
export const StubsGiven = supported({
  ...StubMapping.fields,
  mappings: Schema.optionalKey(Schema.Array(StubMapping)),
  meta: Schema.optionalKey(Schema.Json),
  importOptions: Schema.optionalKey(ImportOptions)
})
  .check(hasScenario)
  .check(
    Schema.makeFilter((given) => {
      const beside = Object.keys(given).find((name) => ofSeveral.has(name) === (given.mappings === undefined))
      if (beside === undefined) return undefined
      return given.mappings === undefined
        ? `has ${beside}, which goes with mappings; leave it out`
        : `has ${beside} beside mappings; give one mapping, or several in mappings`
    })
  )
  .annotate({ identifier: "StubsGiven" })
export type StubsGiven = typeof StubsGiven.Type
