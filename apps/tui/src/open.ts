import * as Effect from "effect/Effect"

import * as Profiles from "./profiles/settings.ts"
import * as Connection from "./renderers/headless/Connection.ts"
import type { Sources } from "./renderers/headless/Connection.ts"
import * as Terminal from "./renderers/screen/Terminal.ts"
import * as Tui from "./Tui.ts"

/** Opens the screen on the region that the settings name, or on an emulated one. */
export const open = Effect.fnUntraced(function* (sources: Sources) {
  const streams = yield* Terminal.ofProcess
  yield* Effect.gen(function* () {
    const { credentials, stored } = yield* Connection.Entrance
    yield* Tui.run({ credentials, stored: stored?.who, streams })
  }).pipe(Effect.provide(Connection.layer(sources, "unless told")), Effect.scoped, Profiles.provide(sources))
})
