import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"

import { inProcessName } from "./Target.ts"
import type { TargetKind } from "./Target.ts"

/** An address with more than an origin. */
export class InvalidAddress extends Schema.TaggedError<InvalidAddress>()("InvalidAddress", {
  origin: Schema.String,
  extra: Schema.String
}) {
  override get message() {
    return `The address has ${this.extra}. Give ${this.origin}.`
  }
}

// does not repeat a password
const extraOf = ({ hash, password, pathname, search, username }: URL) => {
  if (username !== "" || password !== "") return "a user name or a password"
  if (pathname !== "/") return `the path ${pathname}`
  if (search !== "") return "a query"
  return hash === "" ? undefined : "a fragment"
}

export const isAddress = (target: string): boolean => /^https?:\/\//.test(target) && URL.canParse(target)

/** Returns the origin of an address. Fails if the address has more than that. */
export const originOf = (address: string): Effect.Effect<URL, InvalidAddress> => {
  const url = new URL(address)
  const extra = extraOf(url)
  return extra === undefined
    ? Effect.succeed(new URL(url.origin))
    : Effect.fail(new InvalidAddress({ origin: url.origin, extra }))
}

export class UnknownTarget extends Schema.TaggedError<UnknownTarget>()("UnknownTarget", { target: Schema.String }) {
  override get message() {
    return `There is no target ${this.target}. Give in-process, socket, live or the address of an emulator such as http://127.0.0.1:4010.`
  }
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
export const choose = Effect.fnUntraced(function* (target: string, prefix: string) {
  if (target === "in-process") return lazyInProcess(prefix)
  if (target === "socket") {
    const { onSocket } = yield* Effect.promise(() => import("./inProcess.ts"))
    return yield* onSocket(prefix)
  }
  if (target === "live") {
    const { live } = yield* Effect.promise(() => import("./live.ts"))
    return yield* live(prefix)
  }
  if (isAddress(target)) {
    const url = yield* originOf(target)
    const { address } = yield* Effect.promise(() => import("./address.ts"))
    return yield* address(url, prefix)
  }
  return yield* new UnknownTarget({ target })
})
