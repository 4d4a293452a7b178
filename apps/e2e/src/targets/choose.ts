import { didYouMean } from "@remote-assist/core/Text"
import * as Effect from "effect/Effect"

import type { NeededUsers } from "./live.ts"
import { usageError } from "./Target.ts"
import type { UsageError } from "./Target.ts"

export const isAddress = (target: string): boolean => /^https?:\/\//.test(target) && URL.canParse(target)

/** Returns the origin of an address. Fails if the address has more, such as a path. The message does not repeat a password. */
export const originOf = (address: string): Effect.Effect<URL, UsageError> => {
  const { href, origin } = new URL(address)
  return href === `${origin}/`
    ? Effect.succeed(new URL(origin))
    : usageError(`The address has a path, a query, a user or a fragment. Give ${origin} alone.`)
}

/** Returns the target of a name or an address, until the scope ends. Names that scenarios create start with `prefix`. */
export const choose = Effect.fnUntraced(function* (target: string, prefix: string, needed?: NeededUsers) {
  // the code of a target is loaded when it is used
  if (target === "in-process" || target === "socket") {
    const { inProcess, onSocket } = yield* Effect.promise(() => import("./inProcess.ts"))
    return target === "socket" ? yield* onSocket(prefix) : inProcess(prefix)
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
  const example = /^[\w.-]+:\d+$/.test(target) ? `http://${target}` : "http://127.0.0.1:4010"
  return yield* usageError(
    `There is no target ${target}.${didYouMean(target, ["in-process", "socket", "live"])} Give in-process, socket, live or the address of an emulator such as ${example}.`
  )
})
