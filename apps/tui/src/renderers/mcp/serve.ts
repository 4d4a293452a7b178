import * as McpProtocol from "effect/ai/McpProtocol"
import * as McpSchema from "effect/ai/McpSchema"
import * as McpServer from "effect/ai/McpServer"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Stdio from "effect/Stdio"

import manifest from "../../../package.json" with { type: "json" }
import type { Sources } from "../../Settings.ts"
import { cleanAnswer, toErrorResult, toResult } from "./answer.ts"
import { makeOpenQuestions } from "./confirm.ts"
import * as Connected from "./Connected.ts"
import { checkArguments } from "./input.ts"
import type { Arguments } from "./input.ts"
import { addResources } from "./lists.ts"
import { instructions, mayCall, notPermitted, parseAllow, sessionTool } from "./permissions.ts"
import type { Permissions } from "./permissions.ts"
import { makeStdio } from "./stdio.ts"
import { allTools, annotations } from "./tools.ts"
import type { Tool } from "./tools.ts"

// newest first: the server offers it to a client with an unknown version
const protocols = [
  McpProtocol.v2026_07_28,
  McpProtocol.v2025_11_25,
  McpProtocol.v2025_06_18,
  McpProtocol.v2025_03_26,
  McpProtocol.v2024_11_05
] as const

/** How long calls may continue after the client is gone. */
const shutdownSeconds = 10

/** Runs a tool. A failure is an answer too, for the model to read. */
const callTool = (connected: Connected.Connected, permissions: Permissions, tool: Tool, args: Arguments) =>
  Effect.gen(function* () {
    if (!mayCall(permissions, tool)) return yield* notPermitted(permissions, tool)
    yield* checkArguments(tool.input, args)
    return toResult(yield* connected.call(Effect.flatMap(tool.run(args), cleanAnswer), tool))
  }).pipe(Effect.catch((error) => Effect.succeed(error._tag === "InputRequired" ? error.input : toErrorResult(error))))

/** Adds all tools and resources. Tools that are not permitted are hidden; a call of one says what it needs. */
const layerRegistrations = (connected: Connected.Connected, permissions: Permissions, tools: ReadonlyArray<Tool>) => {
  const hidden = new Set(tools.filter((tool) => !mayCall(permissions, tool)).map(({ name }) => name))
  const { layer } = McpServer.visibility(({ method, target }) =>
    Effect.succeed(method !== "tools/list" || !hidden.has(target))
  )
  return Layer.effectDiscard(
    Effect.gen(function* () {
      const server = yield* McpServer.McpServer
      const services = yield* Effect.context()
      for (const tool of tools) {
        const { description, input: inputSchema, name, title } = tool
        yield* server.addTool({
          tool: new McpSchema.Tool({ name, title, description, inputSchema, annotations: annotations(tool) }),
          annotations: Context.empty(),
          services,
          handle: (args: Arguments) => callTool(connected, permissions, tool, args)
        })
      }
      yield* addResources(server, connected)
    })
  ).pipe(Layer.provide(layer))
}

/** Serves until the standard input ends. */
export const serve = Effect.fnUntraced(function* (
  { allow, yes }: { readonly allow: ReadonlyArray<string>; readonly yes: boolean },
  sources: Sources
) {
  const allowed = yield* parseAllow(allow)
  const { disconnected, stdio } = yield* makeStdio
  const connected = yield* Connected.make(sources, { isSkipped: yes, questions: makeOpenQuestions(), disconnected })
  const permissions = { allowed, skipsConfirmation: yes, readOnly: connected.readOnly }
  const tools = [sessionTool(permissions, allTools), ...allTools]
  const server = McpServer.layerStdio({
    name: "remote-assist",
    version: manifest.version,
    instructions: instructions(permissions, tools),
    protocols,
    registrations: layerRegistrations(connected, permissions, tools)
  })
  const fiber = yield* Effect.forkChild(Layer.launch(server).pipe(Effect.provideService(Stdio.Stdio, stdio)))
  const timeout = Effect.andThen(Deferred.await(disconnected), Effect.sleep(`${shutdownSeconds} seconds`))
  const exit = yield* Effect.raceFirst(Fiber.await(fiber), Effect.as(timeout, undefined))
  yield* Fiber.interrupt(fiber)
  // at the end of the input, the server interrupts itself
  if (exit === undefined || Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) return
  return yield* Effect.failCause(exit.cause)
}, Effect.scoped)
