import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"

import { Measure } from "./internal/call/run.ts"

/** Duration of calls, with the name and buckets of OpenTelemetry's HTTP conventions. */
const duration = Metric.histogram("http.client.request.duration", {
  description: "Seconds a call took, its retries included",
  boundaries: [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
})

/**
 * Layer that measures calls as `http.client.request.duration`, in seconds. Its attributes are `http.request.method`,
 * `server.address`, `server.port`, `url.template`, `remote_assist.region` and, if the call failed, `error.type`.
 */
export const layer: Layer.Layer<never> = Layer.succeed(Measure, (attributes) => (errorType, seconds) => {
  const withError = errorType === undefined ? attributes : { ...attributes, "error.type": errorType }
  return Metric.update(Metric.withAttributes(duration, withError), seconds)
})
