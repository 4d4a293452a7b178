import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { isAddress, originOf } from "./origin.ts"

/** There is no such target. */
export class UnknownTarget extends Schema.TaggedError<UnknownTarget>()("UnknownTarget", { given: Schema.String }) {
  override get message() {
    return `There is no target ${this.given}: give in-process, socket, live or the address of an emulator such as http://127.0.0.1:4010.`
  }
}

// each target loads the emulator or the clients that it needs

/** The target of a name or an address, until the scope ends. What scenarios create gets names that begin with `prefix`. */
export const choose = Effect.fnUntraced(function* (given: string, prefix: string) {
  if (given === "in-process") {
    const { inProcess } = yield* Effect.promise(() => import("./inProcess.ts"))
    return inProcess(prefix)
  }
  if (given === "socket") {
    const { onSocket } = yield* Effect.promise(() => import("./inProcess.ts"))
    return yield* onSocket(prefix)
  }
  if (given === "live") {
    const { live } = yield* Effect.promise(() => import("./live.ts"))
    return yield* live(prefix)
  }
  if (isAddress(given)) {
    const url = yield* originOf(given)
    const { address } = yield* Effect.promise(() => import("./address.ts"))
    return yield* address(url, prefix)
  }
  return yield* new UnknownTarget({ given })
})
