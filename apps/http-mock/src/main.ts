import "effect/schema/SchemaJITCompiler/enable"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"

import { Emulator } from "./Emulator.ts"

Effect.gen(function* () {
  const emulator = yield* Emulator
  yield* Console.log(JSON.stringify(emulator.baseUrl))
  return yield* Effect.never
}).pipe(Effect.provide(Emulator.layerServer({})), Effect.scoped, NodeRuntime.runMain)
