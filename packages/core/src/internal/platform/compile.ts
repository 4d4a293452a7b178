import type * as SchemaAST from "effect/SchemaAST"

// apart from exchange.ts, which in the bundles for Node loads Node's HTTP modules: that takes 25 ms

/** Does nothing: compiling schemas takes 7 kB and needs eval. The bundles for Node use `internal/node/compile.ts` instead. */
export const compile = (_: SchemaAST.AST): void => undefined
