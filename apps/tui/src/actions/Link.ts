import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type * as Result from "effect/Result"

import type { Failure } from "../Problem.ts"
import type { Services } from "./Action.ts"

/** Something of a row that a browser shows. Its address may let in whoever has it: it is in no output. */
export interface Link<Row> {
  /** Resource and what it is, such as `calls.recording`. */
  readonly name: string
  readonly keys: readonly [string, ...ReadonlyArray<string>]
  readonly label: string
  /** Its address as it is now; or a sentence that says why there is none. */
  readonly find: (row: Row) => Effect.Effect<Result.Result<Redacted.Redacted, string>, Failure, Services>
}
