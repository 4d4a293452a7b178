import { Exit } from "@remote-assist/cli"
import { sentences } from "@remote-assist/cli/Process"
import * as Settings from "@remote-assist/cli/Settings"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"

import * as Connection from "./Connection.ts"
import * as Json from "./json.ts"
import { ReaderGone, tell } from "./Output.ts"
import * as Stopped from "./Stopped.ts"

export { act, fill } from "./change.ts"
export { exportTo, list } from "./list.ts"
export { show } from "./show.ts"

// oxlint-disable-next-line typescript/no-explicit-any -- what is loaded by name needs what a connection has
type Any = any

const ended = (isJson: boolean) => (error: unknown) =>
  Effect.gen(function* () {
    if (error instanceof Exit) return yield* error
    if (error instanceof ReaderGone) return undefined
    const { code, kind, message } = Stopped.of(error)
    yield* tell(isJson ? Json.write({ error: { code, kind, message: sentences(message) } }) : sentences(message))
    return yield* new Exit({ code })
  })

/** Runs what a command does: a failure is told in one sentence, or as JSON where that was asked for. */
export const run = (
  { demo, ...sources }: Connection.Sources,
  { json = false, ndjson = false }: { readonly json?: boolean; readonly ndjson?: boolean },
  effect: Effect.Effect<void, unknown, Any>
): Effect.Effect<void, Exit, Any> =>
  effect.pipe(
    Effect.provide(Connection.layer(demo)),
    Effect.scoped,
    Settings.provide(sources),
    Effect.catch(ended(json || ndjson)),
    // the standard output is for what was asked for
    Effect.provideService(Logger.LogToStderr, true)
  )
