import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"

import { inProcessName } from "./Target.ts"
import type { TargetKind } from "./Target.ts"

/** An address has more than says where an emulator is. */
export class BadAddress extends Schema.TaggedError<BadAddress>()("BadAddress", {
  origin: Schema.String,
  beyond: Schema.String
}) {
  override get message() {
    return `The address has ${this.beyond}, which leads nowhere at an emulator: give ${this.origin} alone.`
  }
}

// a password is not repeated
const beyondOrigin = ({ hash, password, pathname, search, username }: URL) => {
  if (username !== "" || password !== "") return "a user name or a password"
  if (pathname !== "/") return `the path ${pathname}`
  if (search !== "") return "a query"
  return hash === "" ? undefined : "a fragment"
}

export const isAddress = (given: string): boolean => /^https?:\/\//.test(given) && URL.canParse(given)

/** Where the emulator of an address is; more than that is refused, as it would be left out. */
export const originOf = (address: string): Effect.Effect<URL, BadAddress> => {
  const url = new URL(address)
  const beyond = beyondOrigin(url)
  return beyond === undefined
    ? Effect.succeed(new URL(url.origin))
    : Effect.fail(new BadAddress({ origin: url.origin, beyond }))
}

/** There is no such target. */
export class UnknownTarget extends Schema.TaggedError<UnknownTarget>()("UnknownTarget", { given: Schema.String }) {
  override get message() {
    return `There is no target ${this.given}: give in-process, socket, live or the address of an emulator such as http://127.0.0.1:4010.`
  }
}

// each target loads the emulator or the clients that it needs

const inProcessWhenMade = (prefix: string): TargetKind => ({
  name: inProcessName,
  isLive: false,
  isThere: Effect.void,
  make: (name) =>
    Layer.unwrap(
      Effect.map(
        Effect.promise(() => import("./inProcess.ts")),
        ({ inProcess }) => inProcess(prefix).make(name)
      )
    )
})

/** The target of a name or an address, until the scope ends. What scenarios create gets names that begin with `prefix`. */
export const choose = Effect.fnUntraced(function* (given: string, prefix: string) {
  if (given === "in-process") return inProcessWhenMade(prefix)
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
