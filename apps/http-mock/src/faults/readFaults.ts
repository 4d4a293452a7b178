import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { misfitOf } from "../world/misfit.ts"
import { Fault } from "./Fault.ts"
import { prepare } from "./prepare.ts"
import type { Prepared } from "./Prepared.ts"

/** A file or an option that describes no faults. */
export class UnusableFaults extends Schema.TaggedError<UnusableFaults>()("UnusableFaults", {
  source: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `Cannot use ${this.source}: ${this.reason.replace(/\.$/, "")}.`
  }
}

const decodeFaults = Schema.decodeUnknownResult(Schema.Array(Fault).check(Schema.isMaxLength(1000)), {
  onExcessProperty: "error"
})

/** The faults that a value describes, ready; or where it does not. */
export const read = (value: unknown, source: string): Effect.Effect<ReadonlyArray<Prepared>, UnusableFaults> => {
  const unusable = (reason: string) => new UnusableFaults({ source, reason })
  return Effect.flatMap(
    Effect.fromResult(Result.mapError(decodeFaults(value), (error) => unusable(misfitOf(error)))),
    (faults) =>
      Effect.forEach(faults, (fault, at) =>
        Effect.flatMap(prepare(fault), (prepared) =>
          Effect.fromResult(Result.mapError(prepared, (why) => unusable(`[${at}]: ${why}`)))
        )
      )
  )
}
