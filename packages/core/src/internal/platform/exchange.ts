import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

import type { Exchange } from "../../Http.ts"
import { fetchExchange } from "../http.ts"

/** Sends requests by the `fetch` of the platform. The bundles for Node use `internal/node/exchange.ts` instead. */
export const make: Effect.Effect<Exchange, never, Scope.Scope> = Effect.sync(() => fetchExchange(globalThis.fetch))
