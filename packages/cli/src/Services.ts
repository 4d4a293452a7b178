import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import type * as NodeServices from "@effect/platform-node/NodeServices"
import * as NodeStdio from "@effect/platform-node/NodeStdio"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import type * as Path from "effect/Path"
import * as ChildProcessSpawner from "effect/process/ChildProcessSpawner"
import type * as Scope from "effect/Scope"
import * as Terminal from "effect/Terminal"

type Files = FileSystem.FileSystem | Path.Path

/** A service that is loaded and built when it is first used, which keeps it out of the start. */
const whenUsed = <Id, Service>(
  tag: Context.Key<Id, Service>,
  load: () => Promise<{ readonly layer: Layer.Layer<Id, never, Files> }>
) =>
  Effect.flatMap(Effect.context<Files | Scope.Scope>(), (context) =>
    Effect.cached(
      Effect.promise(load).pipe(
        Effect.flatMap(({ layer }) => Layer.build(layer)),
        Effect.map((built) => Context.get(built, tag)),
        Effect.provideContext(context)
      )
    )
  )

const terminal = Layer.effect(
  Terminal.Terminal,
  Effect.map(
    whenUsed(Terminal.Terminal, () => import("@effect/platform-node/NodeTerminal")),
    (terminal) =>
      Terminal.make({
        columns: Effect.flatMap(terminal, ({ columns }) => columns),
        rows: Effect.flatMap(terminal, ({ rows }) => rows),
        size: Effect.flatMap(terminal, ({ size }) => size),
        readInput: Effect.flatMap(terminal, ({ readInput }) => readInput),
        readLine: Effect.flatMap(terminal, ({ readLine }) => readLine),
        display: (text) => Effect.flatMap(terminal, (terminal) => terminal.display(text))
      })
  )
)

const programs = Layer.effect(
  ChildProcessSpawner.ChildProcessSpawner,
  Effect.map(
    whenUsed(ChildProcessSpawner.ChildProcessSpawner, () => import("@effect/platform-node/NodeChildProcessSpawner")),
    (programs) => ChildProcessSpawner.make((command) => Effect.flatMap(programs, (programs) => programs.spawn(command)))
  )
)

/** What commands use of Node. A terminal to ask in and other programs are loaded by who uses them. */
export const layer: Layer.Layer<NodeServices.NodeServices> = Layer.provideMerge(
  Layer.mergeAll(terminal, programs),
  Layer.mergeAll(NodeFileSystem.layer, NodePath.layer, NodeStdio.layer)
)
