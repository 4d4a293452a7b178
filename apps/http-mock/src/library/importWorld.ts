import * as Effect from "effect/Effect"

import type { Imported, ImportOptions } from "../import/importWorld.ts"
import type { ImportedFile, Unreadable } from "../import/read.ts"

/** Makes a world of lists of users and pods. Its code is loaded by the first call. */
export const importWorld = (
  files: ReadonlyArray<ImportedFile>,
  options: ImportOptions = {}
): Effect.Effect<Imported, Unreadable> =>
  Effect.flatMap(
    Effect.promise(() => import("../import/importWorld.ts")),
    ({ importWorld }) => Effect.fromResult(importWorld(files, options))
  )
