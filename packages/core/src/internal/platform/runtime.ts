import * as Effect from "effect/Effect"
import type * as SchemaAST from "effect/SchemaAST"
import type * as Scope from "effect/Scope"

import type { Exchange } from "../../Http.ts"
import { fetchExchange } from "../http.ts"

// the bundles for Node have `internal/node/runtime.ts` in place of this module

/** Does nothing: compiling schemas takes 7 kB and needs eval. */
export const compile = (_: SchemaAST.AST): void => undefined

/** Sends requests by the `fetch` of the platform. */
export const make: Effect.Effect<Exchange, never, Scope.Scope> = Effect.sync(() => fetchExchange(globalThis.fetch))
