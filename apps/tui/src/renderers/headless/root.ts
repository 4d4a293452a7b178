import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"

import * as Sources from "../../profiles/Sources.ts"
import { flags } from "../../Settings.ts"
import type { Keeping } from "./Connection.ts"
import type { Told } from "./run.ts"

// oxlint-disable-next-line typescript/no-explicit-any -- what is loaded by name needs what a connection has
type Any = any

type Use<G, L> = (given: G, loaded: L, sources: Sources.Sources) => Effect.Effect<void, unknown, Any>

/** The command without its subcommands, with what all of them take. */
export const root = Command.make("remote-assist", flags).pipe(Command.withSharedFlags(Sources.flags))

/** What a command does over a connection; it is loaded by the one that runs. */
export const running = <G extends Told, L>(load: () => Promise<L>, use: Use<G, L>, keeping?: Keeping) =>
  Effect.fnUntraced(function* (given: G) {
    const sources = yield* root
    const [{ run }, loaded] = yield* Effect.promise(() => Promise.all([import("./run.ts"), load()]))
    return yield* run(sources, given, use(given, loaded, sources), keeping)
  })

/** The same of a command that needs no connection. */
export const runningHere = <G extends Told, L>(load: () => Promise<L>, use: Use<G, L>) =>
  Effect.fnUntraced(function* (given: G) {
    const sources = yield* root
    const [{ runHere }, loaded] = yield* Effect.promise(() => Promise.all([import("./run.ts"), load()]))
    return yield* runHere(given, use(given, loaded, sources))
  })
