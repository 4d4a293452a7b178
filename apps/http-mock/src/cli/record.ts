import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import { Emulator } from "../library/Emulator.ts"
import type { RecordGiven } from "./CommandFlags.ts"
import * as Logging from "./logging.ts"
import { optionsOf } from "./options.ts"

/** There is nothing to record. */
export class NoUpstream extends Schema.TaggedError<NoUpstream>()("NoUpstream", {}) {
  override get message() {
    return "There is nothing to record. Give the service with --upstream us=https://service.example, eu=... or both."
  }
}

const ready = ({ baseUrl }: Emulator["Service"], { out, upstream }: RecordGiven) =>
  `Recording to ${out}. Ctrl-C ends it.

${(["us", "eu"] as const).flatMap((region) => (upstream[region] === undefined ? [] : [`  ${region.toUpperCase()}        ${baseUrl[region]} passes on to ${upstream[region]}`])).join("\n")}
  Drift     ${new URL("/__mock/drift", baseUrl.us).href}
  Mappings  ${new URL("/__mock/recorded", baseUrl.us).href}
`

const plural = (count: number, what: string) => `${count} ${what}${count === 1 ? "" : "s"}`

/** What was recorded, once nothing more is. */
const told = (out: string) =>
  Effect.gen(function* () {
    const control = yield* (yield* Emulator).control
    const { differences } = yield* control.upstream.drift({})
    const { left_out, mappings } = yield* control.upstream.recorded({})
    const left = left_out.reduce((sum, { requests }) => sum + requests, 0)
    yield* Console.log(
      `Recorded to ${out}: ${plural(mappings.length, "mapping")}, ${plural(differences.length, "difference")}${left === 0 ? "" : `, ${plural(left, "request")} left out`}.`
    )
  }).pipe(Effect.ignore)

/** Serves what the upstream answers until the process is told to end, and records it. */
export const record = Effect.fnUntraced(function* (given: RecordGiven) {
  const { log, out, ...flags } = given
  if (Object.keys(given.upstream).length === 0) return yield* new NoUpstream()
  const begun = Effect.tap(Emulator, (emulator) =>
    Option.isSome(log)
      ? Effect.annotateLogs(Effect.logInfo("ready"), emulator.baseUrl)
      : Console.log(ready(emulator, given))
  )
  return yield* Effect.andThen(begun, Effect.never).pipe(
    Effect.onInterrupt(() => told(out)),
    Effect.provide(
      Layer.provideMerge(Emulator.layerServer({ ...(yield* optionsOf(flags)), record: out }), Logging.layer(log))
    )
  )
})
