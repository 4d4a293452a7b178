import * as Predicate from "effect/Predicate"

import type { ConnectionLost, TooLarge } from "../../Http.ts"

export const tooLarge: TooLarge = { _tag: "TooLarge" }

const rootOf = (cause: unknown): unknown =>
  cause instanceof Error && cause.cause !== undefined && cause.cause !== cause ? rootOf(cause.cause) : cause

const partOf = (root: unknown, name: "code" | "syscall") => {
  const part = Predicate.hasProperty(root, name) ? root[name] : undefined
  return Predicate.isString(part) ? part : ""
}

// an error of several attempts to connect has no message of its own
const textOf = (root: unknown) =>
  (root instanceof Error ? root.message : String(root)) || partOf(root, "code") || "it failed without a reason"

const connecting = /^(?:connect|getaddrinfo|bind)/

const beforeSending =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_|EADDRNOTAVAIL|UND_ERR_CONNECT|ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_INVALID|ConnectionRefused|FailedToOpenSocket)/

const handshake = /wrong version number|handshake failure|alert protocol version|unrecognized name|http request\b/i

/** What a fault of the platform says. One that names no step before the request may have come after it. */
export const lostBy = (cause: unknown): ConnectionLost => {
  const root = rootOf(cause)
  const text = textOf(root).replaceAll(/\s+/g, " ")
  if (handshake.test(text))
    return {
      _tag: "ConnectionLost",
      reason: `the server speaks no TLS that fits (https asks for it, http does not): ${text}`,
      mayHaveLeft: false
    }
  const hasLeft = !connecting.test(partOf(root, "syscall")) && !beforeSending.test(partOf(root, "code"))
  return { _tag: "ConnectionLost", reason: text, mayHaveLeft: hasLeft && text !== "bad port" }
}
