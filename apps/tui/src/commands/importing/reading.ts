import * as Effect from "effect/Effect"

import type { Unusable } from "../../import/Unusable.ts"
import { ofScreen } from "../../import/Wording.ts"
import type { Model } from "../../model/Model.ts"
import * as TextField from "../../model/TextField.ts"
import { headOf, here, running } from "./running.ts"
import type { Needs, To } from "./running.ts"

/** Reads a file, with what its columns are where that was typed now, or for the import that goes on. */
export const read = (model: Model, file: string, typed: string): void => {
  const before = here(model)
  if (before === undefined) return
  running(model, {
    begun: (now) => ({ ...now, file }),
    stopped: () => before,
    use: Effect.fnUntraced(function* ({ Columns, Draft, JournalFile }): Effect.fn.Return<To, Unusable, Needs> {
      // results that cannot be used are told of with the rows
      const kept = yield* Effect.option(JournalFile.peek(JournalFile.pathOf(file), headOf(model, file)))
      const map = typed === "" && kept._tag === "Some" ? kept.value.chosen().columns_map : typed
      const parsed = map === "" ? undefined : Columns.parseMap(map, ofScreen)
      if (parsed?._tag === "Failure") return () => ({ ...before, problem: parsed.failure })
      const draft = yield* Draft.read(file, parsed?.success)
      return (now) => ({ ...now, step: "columns", draft, map, edits: new Map(), lost: [], field: TextField.empty })
    }),
    failed: (error: Unusable) => () => ({
      ...before,
      file,
      draft: undefined,
      problem: error.message,
      ...(error.isOfColumns === true && before.step === "file" && { step: "columns", field: TextField.empty })
    })
  })
}
