import * as McpSchema from "effect/ai/McpSchema"
import * as McpServer from "effect/ai/McpServer"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { Stopped } from "../headless/Stopped.ts"
import * as Answer from "./answer.ts"
import type { Connected } from "./Connected.ts"
import * as Input from "./input.ts"
import * as Permissions from "./Permissions.ts"
import * as Resources from "./resources.ts"
import { annotationsOf } from "./Tool.ts"
import type { Tool } from "./Tool.ts"

/** What calls are answered with. */
export interface Serving {
  readonly connected: Connected
  readonly permissions: Permissions.Permissions
}

/** Runs a tool; what goes wrong is an answer too, which the model reads. */
const called = ({ connected, permissions }: Serving, tool: Tool, given: Input.Given) =>
  Effect.gen(function* () {
    if (!Permissions.mayDo(permissions, tool.effect)) {
      const message = Permissions.refusal(permissions, tool.name, tool.effect)
      return yield* new Stopped({ kind: "refused", message })
    }
    yield* Input.checked(tool.input, given)
    return Answer.result(yield* connected.call(Effect.flatMap(tool.run(given), Answer.told), tool))
  }).pipe(Effect.catch((error) => Effect.succeed(error._tag === "Asked" ? error.input : Answer.failure(error))))

/** What is not permitted is in no list; a call of it is told what it lacks. */
const visibility = (permissions: Permissions.Permissions, tools: ReadonlyArray<Tool>) => {
  const hidden = new Set(tools.filter(({ effect }) => !Permissions.mayDo(permissions, effect)).map(({ name }) => name))
  return McpServer.visibility(({ method, target }) => Effect.succeed(method !== "tools/list" || !hidden.has(target)))
}

/** Layer with all tools and resources. */
export const layer = (serving: Serving, tools: ReadonlyArray<Tool>) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const server = yield* McpServer.McpServer
      const services = yield* Effect.context()
      for (const tool of tools)
        yield* server.addTool({
          tool: new McpSchema.Tool({
            name: tool.name,
            title: tool.title,
            description: tool.description,
            inputSchema: tool.input,
            annotations: annotationsOf(tool)
          }),
          annotations: Context.empty(),
          services,
          handle: (given: Input.Given) => called(serving, tool, given)
        })
      yield* Resources.register(server, serving.connected)
    })
  ).pipe(Layer.provide(visibility(serving.permissions, tools).layer))
