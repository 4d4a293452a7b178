import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

import type { Exchange } from "../../Http.ts"
import * as Fetching from "../http/fetching.ts"

/** What sends requests where a program does not say. The bundles for Node have `internal/node/exchange.ts` instead. */
export const make: Effect.Effect<Exchange, never, Scope.Scope> = Effect.sync(() => Fetching.make(globalThis.fetch))
