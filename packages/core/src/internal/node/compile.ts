/** Has a schema compiled to a function when it is first decoded with. */
export { enable as compile } from "effect/schema/SchemaJITCompiler"
