import * as Predicate from "effect/Predicate"

import type { Lost } from "../../Http.ts"

const rootOf = (cause: unknown): unknown =>
  cause instanceof Error && cause.cause !== undefined && cause.cause !== cause ? rootOf(cause.cause) : cause

const codeOf = (root: unknown) =>
  Predicate.hasProperty(root, "code") && Predicate.isString(root.code) ? root.code : undefined

// an error of several attempts to connect has no message of its own
const textOf = (root: unknown) =>
  ((root instanceof Error ? root.message : String(root)) || codeOf(root) || "it failed without a reason").replaceAll(
    /\s+/g,
    " "
  )

const beforeSending =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT|ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_INVALID|ConnectionRefused|FailedToOpenSocket)/

/** What a fault of the platform says. One that names no step before the request may have come after it. */
export const lostBy = (cause: unknown): Lost => {
  const root = rootOf(cause)
  return { _tag: "Lost", reason: textOf(root), mayHaveLeft: !beforeSending.test(codeOf(root) ?? "") }
}
