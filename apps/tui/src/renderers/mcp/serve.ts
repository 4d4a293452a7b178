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
import type { Sources } from "../../profiles/Sources.ts"
import * as Answer from "./answer.ts"
import { makePending } from "./confirm.ts"
import * as Connected from "./Connected.ts"
import * as Input from "./input.ts"
import * as Permissions from "./permissions.ts"
import * as Resources from "./resources.ts"
import * as Messages from "./stdio.ts"
import { annotationsOf, ofResources } from "./tools.ts"
import type { Tool } from "./tools.ts"

/** The newest first: a client that asks for an unknown one is offered it. */
const protocols = [
  McpProtocol.v2026_07_28,
  McpProtocol.v2025_11_25,
  McpProtocol.v2025_06_18,
  McpProtocol.v2025_03_26,
  McpProtocol.v2024_11_05
] as const

/** How long calls may go on once nobody can read their answers, in seconds. */
const patience = 10

/** Runs a tool; a failure is an answer too, which the model reads. */
const call = (connected: Connected.Connected, permissions: Permissions.Permissions, tool: Tool, given: Input.Given) =>
  Effect.gen(function* () {
    if (!Permissions.mayCall(permissions, tool)) return yield* Permissions.refusal(permissions, tool)
    yield* Input.checked(tool.input, given)
    return Answer.result(yield* connected.call(Effect.flatMap(tool.run(given), Answer.cleaned), tool))
  }).pipe(Effect.catch((error) => Effect.succeed(error._tag === "Asked" ? error.input : Answer.failure(error))))

/** Layer with all tools and resources. Tools that may not be called are not listed; a call of one says what it needs. */
const registrations = (
  connected: Connected.Connected,
  permissions: Permissions.Permissions,
  tools: ReadonlyArray<Tool>
) => {
  const hidden = new Set(tools.filter((tool) => !Permissions.mayCall(permissions, tool)).map(({ name }) => name))
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
          tool: new McpSchema.Tool({ name, title, description, inputSchema, annotations: annotationsOf(tool) }),
          annotations: Context.empty(),
          services,
          handle: (given: Input.Given) => call(connected, permissions, tool, given)
        })
      }
      yield* Resources.register(server, connected)
    })
  ).pipe(Layer.provide(layer))
}

/** Serves until the standard input ends. */
export const serve = Effect.fnUntraced(function* (
  { allow, yes }: { readonly allow: ReadonlyArray<string>; readonly yes: boolean },
  sources: Sources
) {
  const allowed = yield* Permissions.allowedBy(allow)
  const { gone, stdio } = yield* Messages.make
  const connected = yield* Connected.make(sources, { asksNobody: yes, pending: makePending(), gone })
  const permissions = { allowed, asksNobody: yes, readOnly: connected.readOnly }
  const tools = [Permissions.sessionTool(permissions, ofResources), ...ofResources]
  const server = McpServer.layerStdio({
    name: "remote-assist",
    version: manifest.version,
    instructions: Permissions.instructionsOf(permissions, tools),
    protocols,
    registrations: registrations(connected, permissions, tools)
  })
  const serving = yield* Effect.forkChild(Layer.launch(server).pipe(Effect.provideService(Stdio.Stdio, stdio)))
  const late = Effect.andThen(Deferred.await(gone), Effect.sleep(`${patience} seconds`))
  const exit = yield* Effect.raceFirst(Fiber.await(serving), Effect.as(late, undefined))
  yield* Fiber.interrupt(serving)
  // with the input the server ends, which it does by being interrupted
  if (exit === undefined || Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) return
  return yield* Effect.failCause(exit.cause)
}, Effect.scoped)
