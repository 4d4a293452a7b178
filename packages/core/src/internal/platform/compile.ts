import type * as SchemaAST from "effect/SchemaAST"

/** Does nothing: compiling takes 7 kB and needs eval. The bundles for Node have `internal/node/compile.ts` instead. */
export const compile = (_: SchemaAST.AST): void => undefined
