import type * as SchemaAST from "effect/SchemaAST"

/** Does nothing: compiling schemas takes 7 kB and needs eval. The bundles for Node use `internal/node/compile.ts` instead. */
export const compile = (_: SchemaAST.AST): void => undefined
