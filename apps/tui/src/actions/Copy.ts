import type * as Effect from "effect/Effect"

import type { Failure } from "../Problem.ts"
import type { Services } from "./Action.ts"

/** Something of a row that is copied to the clipboard, and has to be asked for. */
export interface Copy<Row> {
  /** Resource and what is done, such as `journal.copyCurl`. */
  readonly name: string
  readonly keys: readonly [string, ...ReadonlyArray<string>]
  readonly label: string
  /** What is copied, at the beginning of a sentence: `The link`. */
  readonly what: string
  /** The text, or nothing where the row has none. */
  readonly text: (row: Row) => Effect.Effect<string | undefined, Failure, Services>
}
