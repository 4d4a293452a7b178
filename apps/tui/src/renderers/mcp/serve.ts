import * as McpProtocol from "effect/ai/McpProtocol"
import * as McpServer from "effect/ai/McpServer"
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Stdio from "effect/Stdio"

import manifest from "../../../package.json" with { type: "json" }
import type { Sources } from "../../profiles/Sources.ts"
import * as Connected from "./Connected.ts"
import * as Instructions from "./instructions.ts"
import * as Pending from "./Pending.ts"
import { allowedBy } from "./Permissions.ts"
import * as Register from "./register.ts"
import * as Messages from "./stdio.ts"
import * as Tools from "./tools.ts"

/** The newest first: it is what a client is offered that asks for one that nobody knows. */
const protocols = [
  McpProtocol.v2026_07_28,
  McpProtocol.v2025_11_25,
  McpProtocol.v2025_06_18,
  McpProtocol.v2025_03_26,
  McpProtocol.v2024_11_05
] as const

/** How long calls under way may go on once nobody can read their answers, in seconds. */
const patience = 10

/** Serves until the standard input ends. */
export const serve = Effect.fnUntraced(function* (
  { allow, yes }: { readonly allow: ReadonlyArray<string>; readonly yes: boolean },
  sources: Sources
) {
  const allowed = yield* allowedBy(allow)
  const { gone, stdio } = yield* Messages.make
  const connected = yield* Connected.make(sources, { asksNobody: yes, pending: Pending.make(), gone })
  const permissions = { allowed, asksNobody: yes, readOnly: connected.readOnly }
  const tools = Tools.all(permissions)
  const server = McpServer.layerStdio({
    name: "remote-assist",
    version: manifest.version,
    instructions: Instructions.of(permissions, tools),
    protocols,
    registrations: Register.layer({ connected, permissions }, tools)
  })
  const serving = yield* Effect.forkChild(Layer.launch(server).pipe(Effect.provideService(Stdio.Stdio, stdio)))
  const late = Effect.andThen(Deferred.await(gone), Effect.sleep(`${patience} seconds`))
  const exit = yield* Effect.raceFirst(Fiber.await(serving), Effect.as(late, undefined))
  yield* Fiber.interrupt(serving)
  // with the input the server ends, which it does by being interrupted
  if (exit === undefined || Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) return
  return yield* Effect.failCause(exit.cause)
}, Effect.scoped)
