import { Exit } from "@remote-assist/cli"
import { sentences } from "@remote-assist/cli/Process"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"

import { Account } from "../../engine/account/Account.ts"
import * as ProfileSettings from "../../profiles/settings.ts"
import { adviceOf } from "../../session/ways.ts"
import * as Connection from "./Connection.ts"
import * as Json from "./json.ts"
import { ReaderGone, tell } from "./Output.ts"
import * as Stopped from "./Stopped.ts"

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

/** What of its flags says how a command tells of failures. */
export interface Told {
  readonly json?: boolean
  readonly ndjson?: boolean
}

const telling =
  ({ json = false, ndjson = false }: Told) =>
  <A, R>(effect: Effect.Effect<A, unknown, R>) =>
    effect.pipe(
      Effect.catch(ended(json || ndjson)),
      // the standard output is for what was asked for
      Effect.provideService(Logger.LogToStderr, true)
    )

/** Fails with what to do, if that follows from how the user logged in. */
const advised = (error: Stopped.Stopped) =>
  Effect.gen(function* () {
    const { whose } = (yield* Account).state.get()
    const advice = adviceOf(whose?.way, error.about, yield* Clock.currentTimeMillis)
    if (advice === undefined) return yield* error
    return yield* new Stopped.Stopped({ kind: error.kind, message: `${error.what ?? ""} ${advice}` })
  })

/** Runs what a command does: a failure is told in one sentence, or as JSON where that was asked for. */
export const run = (
  sources: Connection.Sources,
  told: Told,
  effect: Effect.Effect<void, unknown, Any>,
  keeping: Connection.Keeping = "unless told"
): Effect.Effect<void, Exit, Any> =>
  effect.pipe(
    Effect.catchIf((error) => error instanceof Stopped.Stopped, advised),
    Effect.provide(Connection.layer(sources, keeping)),
    Effect.scoped,
    ProfileSettings.provide(sources),
    telling(told)
  )

/** As {@link run}, for what needs no connection. */
export const runHere = (told: Told, effect: Effect.Effect<void, unknown, Any>): Effect.Effect<void, Exit, Any> =>
  telling(told)(effect)
