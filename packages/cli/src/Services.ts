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

/** Loads and builds a service when it is first used, to start faster. */
const lazyService = <Id, Service>(
  tag: Context.Key<Id, Service>,
  load: () => Promise<{ readonly layer: Layer.Layer<Id, never, Files> }>
) =>
  Effect.flatMap(Effect.context<Files | Scope.Scope>(), (context) =>
    Effect.cached(
      Effect.promise(load).pipe(
        Effect.flatMap(({ layer }) => Layer.build(layer)),
        Effect.map((context) => Context.get(context, tag)),
        Effect.provideContext(context)
      )
    )
  )

const terminal = Layer.effect(
  Terminal.Terminal,
  Effect.map(
    lazyService(Terminal.Terminal, () => import("@effect/platform-node/NodeTerminal")),
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
    lazyService(ChildProcessSpawner.ChildProcessSpawner, () => import("@effect/platform-node/NodeChildProcessSpawner")),
    (programs) => ChildProcessSpawner.make((command) => Effect.flatMap(programs, (programs) => programs.spawn(command)))
  )
)

/** The Node services of commands. The terminal and child processes are loaded when they are first used. */
export const layer: Layer.Layer<NodeServices.NodeServices> = Layer.provideMerge(
  Layer.mergeAll(terminal, programs),
  Layer.mergeAll(NodeFileSystem.layer, NodePath.layer, NodeStdio.layer)
)
