import { nearest } from "@remote-assist/core/Nearest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import type { NeededUsers } from "./live.ts"
import { inProcessName, usageError } from "./Target.ts"
import type { TargetKind, UsageError } from "./Target.ts"

export const isAddress = (target: string): boolean => /^https?:\/\//.test(target) && URL.canParse(target)

/** Returns the origin of an address. Fails if the address has more, such as a path. The message does not repeat a password. */
export const originOf = (address: string): Effect.Effect<URL, UsageError> => {
  const { href, origin } = new URL(address)
  return href === `${origin}/`
    ? Effect.succeed(new URL(origin))
    : usageError(`The address has a path, a query, a user or a fragment. Give ${origin} alone.`)
}

// the code of a target is loaded when it is used

const lazyInProcess = (prefix: string): TargetKind => ({
  name: inProcessName,
  isLive: false,
  checkAlive: Effect.void,
  make: (name) =>
    Layer.unwrap(
      Effect.map(
        Effect.promise(() => import("./inProcess.ts")),
        ({ inProcess }) => inProcess(prefix).make(name)
      )
    )
})

/** Returns the target of a name or an address, until the scope ends. Names that scenarios create start with `prefix`. */
export const choose = Effect.fnUntraced(function* (target: string, prefix: string, needed?: NeededUsers) {
  if (target === "in-process") return lazyInProcess(prefix)
  if (target === "socket") {
    const { onSocket } = yield* Effect.promise(() => import("./inProcess.ts"))
    return yield* onSocket(prefix)
  }
  if (target === "live") {
    const { live } = yield* Effect.promise(() => import("./live.ts"))
    return yield* live(prefix, needed)
  }
  if (isAddress(target)) {
    const url = yield* originOf(target)
    const { address } = yield* Effect.promise(() => import("./address.ts"))
    return yield* address(url, prefix)
  }
  const near = nearest(target, ["in-process", "socket", "live"])
  const example = /^[\w.-]+:\d+$/.test(target) ? `http://${target}` : "http://127.0.0.1:4010"
  return yield* usageError(
    `There is no target ${target}.${near === undefined ? "" : ` Did you mean ${near}?`} Give in-process, socket, live or the address of an emulator such as ${example}.`
  )
})
