import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { misfitOf } from "../misfit.ts"
import { WorldFile } from "./WorldFile.ts"

/** A file or an option that describes no world. */
export class UnusableWorld extends Schema.TaggedError<UnusableWorld>()("UnusableWorld", {
  source: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `Cannot use ${this.source}: ${this.reason}.`
  }
}

const decodeWorld = Schema.decodeUnknownResult(WorldFile, { onExcessProperty: "error" })

/** The world that a value describes, or where it does not. */
export const decode = (value: unknown, source: string): Result.Result<WorldFile, UnusableWorld> =>
  Result.mapError(decodeWorld(value), (error) => new UnusableWorld({ source, reason: misfitOf(error) }))
