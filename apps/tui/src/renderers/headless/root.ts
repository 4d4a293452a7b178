import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"

import * as Settings from "../../Settings.ts"
import type { OutputFlags, SessionMode } from "./Connection.ts"

// oxlint-disable-next-line typescript/no-explicit-any -- the services of a connection, which is loaded on demand
type Any = any

type Run<Flags, Loaded> = (flags: Flags, loaded: Loaded, sources: Settings.Sources) => Effect.Effect<void, unknown, Any>

/** The root command without subcommands, with the flags of all commands. */
export const root = Command.make("remote-assist", Settings.screenFlags).pipe(
  Command.withSharedFlags(Settings.sourceFlags)
)

const loadConnection = () => import("./Connection.ts")

/** Returns the handler of a command with a connection. Its code is loaded when it runs. */
export const connected = <Flags extends OutputFlags, Loaded>(
  load: () => Promise<Loaded>,
  use: Run<Flags, Loaded>,
  mode?: SessionMode,
  isBulk?: boolean
) =>
  Effect.fnUntraced(function* (flags: Flags) {
    const sources = yield* root
    const [{ runConnected }, loaded] = yield* Effect.promise(() => Promise.all([loadConnection(), load()]))
    return yield* runConnected(sources, flags, use(flags, loaded, sources), mode, isBulk)
  })

/** Returns the handler of a command without a connection. */
export const local = <Flags extends OutputFlags, Loaded>(load: () => Promise<Loaded>, use: Run<Flags, Loaded>) =>
  Effect.fnUntraced(function* (flags: Flags) {
    const sources = yield* root
    const [{ reportErrors }, loaded] = yield* Effect.promise(() => Promise.all([loadConnection(), load()]))
    return yield* reportErrors(flags)(use(flags, loaded, sources))
  })

/** An example: the line after `remote-assist`, its purpose, and what precedes it on the line. */
export type Example = readonly [line: string, description: string, before?: string]

/** Makes a command with its help. */
export const command = <const Name extends string, const Flags extends Command.Command.Config, E, R>(
  name: Name,
  flags: Flags,
  handler: (flags: Command.Command.Config.Infer<Flags>) => Effect.Effect<void, E, R>,
  description: string,
  ...examples: ReadonlyArray<Example>
) =>
  Command.make(name, flags, handler).pipe(
    Command.withDescription(description),
    Command.withExamples(
      examples.map(([line, description, before = ""]) => ({ command: `${before}remote-assist ${line}`, description }))
    )
  )
