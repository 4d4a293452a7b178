import type * as SchemaAST from "effect/SchemaAST"

/**
 * Has a schema compiled to a function when it is first decoded with. Not here: it takes seven kilobytes, and many pages
 * forbid to make functions of text. The bundles for Node have `internal/node/compile.ts` instead.
 */
export const compile = (_: SchemaAST.AST): void => undefined
