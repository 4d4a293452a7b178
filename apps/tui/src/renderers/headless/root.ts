import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"

import * as Sources from "../../profiles/Sources.ts"
import { flags } from "../../Settings.ts"
import type { Keeping, Told } from "./Connection.ts"

// oxlint-disable-next-line typescript/no-explicit-any -- what is loaded by name needs what a connection has
type Any = any

type Use<G, L> = (given: G, loaded: L, sources: Sources.Sources) => Effect.Effect<void, unknown, Any>

/** The command without its subcommands, with what all of them take. */
export const root = Command.make("remote-assist", flags).pipe(Command.withSharedFlags(Sources.flags))

/** What a command does over a connection; it is loaded by the one that runs. */
export const running = <G extends Told, L>(
  load: () => Promise<L>,
  use: Use<G, L>,
  keeping?: Keeping,
  isBulk?: boolean
) =>
  Effect.fnUntraced(function* (given: G) {
    const sources = yield* root
    const [{ run }, loaded] = yield* Effect.promise(() => Promise.all([import("./Connection.ts"), load()]))
    return yield* run(sources, given, use(given, loaded, sources), keeping, isBulk)
  })

/** The same of a command that needs no connection. */
export const runningHere = <G extends Told, L>(load: () => Promise<L>, use: Use<G, L>) =>
  Effect.fnUntraced(function* (given: G) {
    const sources = yield* root
    const [{ runHere }, loaded] = yield* Effect.promise(() => Promise.all([import("./Connection.ts"), load()]))
    return yield* runHere(given, use(given, loaded, sources))
  })

/** An example as you type it behind `remote-assist`, what it is for, and what stands before it on the line. */
export type Example = readonly [line: string, description: string, before?: string]

/** A command with its help. */
export const command = <const Name extends string, const Flags extends Command.Command.Config, E, R>(
  name: Name,
  flags: Flags,
  handler: (given: Command.Command.Config.Infer<Flags>) => Effect.Effect<void, E, R>,
  description: string,
  ...examples: ReadonlyArray<Example>
) =>
  Command.make(name, flags, handler).pipe(
    Command.withDescription(description),
    Command.withExamples(
      examples.map(([line, description, before = ""]) => ({ command: `${before}remote-assist ${line}`, description }))
    )
  )
