import * as Effect from "effect/Effect"

import type { ServerOptions } from "../Options.ts"

/** The certificate by which HTTPS is spoken, with its key; nothing where HTTP is. */
export const securing = Effect.fnUntraced(function* (tls: ServerOptions["tls"], host: string) {
  if (tls === undefined || tls === false) return undefined
  const { generated, unusable } = yield* Effect.promise(() => import("../../server/Certificate.ts"))
  if (tls === true) return yield* generated(host)
  const why = unusable(tls)
  if (why !== undefined) throw new RangeError(`Cannot use the option tls: ${why}.`)
  return tls
})
