import * as HttpNode from "@remote-assist/core/HttpNode"
import { Emulator } from "@remote-assist/http-mock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { socket } from "./emulated.ts"

/** An emulator with a socket of its own, until the scope ends. */
export const onSocket = Effect.fnUntraced(function* (prefix: string) {
  const context = yield* Layer.build(Emulator.layerServer({ port: 0 }))
  return yield* Effect.map(Emulator, (emulator) => socket(emulator, prefix, HttpNode.layer)).pipe(
    Effect.provideContext(context)
  )
})
