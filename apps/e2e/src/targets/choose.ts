import * as HttpNode from "@remote-assist/core/HttpNode"
import { Emulator } from "@remote-assist/http-mock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"

import { address } from "./address.ts"
import { socket } from "./emulated.ts"
import { inProcess } from "./inProcess.ts"
import { live } from "./live.ts"

/** What was given is no target. */
export class UnknownTarget extends Schema.TaggedError<UnknownTarget>()("UnknownTarget", { given: Schema.String }) {
  override get message() {
    return `There is no target ${this.given}: give in-process, socket, live or the address of an emulator such as http://127.0.0.1:4010.`
  }
}

const onSocket = Effect.fnUntraced(function* (prefix: string) {
  const context = yield* Layer.build(Emulator.layerServer({ port: 0 }))
  return yield* Effect.map(Emulator, (emulator) => socket(emulator, prefix, HttpNode.layer)).pipe(
    Effect.provideContext(context)
  )
})

/** The target of a name or an address, which is there until the scope ends; `prefix` is what scenarios call theirs by. */
export const choose = Effect.fnUntraced(function* (given: string, prefix: string) {
  if (given === "in-process") return inProcess(prefix)
  if (given === "socket") return yield* onSocket(prefix)
  if (given === "live") return yield* live(prefix)
  if (/^https?:\/\//.test(given) && URL.canParse(given)) return yield* address(new URL(given), prefix)
  return yield* new UnknownTarget({ given })
})
