import { defaultApiKeyHeader } from "@remote-assist/core/Region"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import * as Server from "../../server/Server.ts"
import type * as Tenants from "../../tenants/Tenants.ts"
import { readCors } from "../../wire/cors.ts"
import { defaultUpstreamTimeout } from "../Options.ts"
import type { EmulatorOptions } from "../Options.ts"
import { durationFrom } from "../Time.ts"

/** Pages of which origins may use the service; the options are checked. */
export const corsOf = ({ cors = "*" }: EmulatorOptions) => Result.getOrElse(readCors(cors), () => "off" as const)

const upstreamOf = Effect.fnUntraced(function* (options: EmulatorOptions) {
  const { make } = yield* Effect.promise(() => import("../../upstream/Upstream.ts"))
  const { upstream: addresses = {}, upstreamOperations: operations = [], upstreamTimeout } = options
  const patience = upstreamTimeout === undefined ? defaultUpstreamTimeout : durationFrom(upstreamTimeout)
  return yield* make({ addresses, operations, patience })
})

/** Makes what answers requests to some tenants, by who may use the control plane. */
export const answerOf = Effect.fnUntraced(function* (tenants: Tenants.Tenants, options: EmulatorOptions) {
  const { eu, us } = options.upstream ?? {}
  const isAlone = us === undefined && eu === undefined
  if (isAlone && (options.upstreamOperations?.length ?? 0) > 0)
    throw new RangeError(
      "The option upstreamOperations needs an upstream. Give one with the option upstream, or leave the operations out."
    )
  const upstream = isAlone ? undefined : yield* upstreamOf(options)
  return Server.make(tenants, options.apiKeyHeader ?? defaultApiKeyHeader, corsOf(options), upstream)
})
