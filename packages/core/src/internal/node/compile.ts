/** Compiles a schema to a function when it first decodes. */
export { enable as compile } from "effect/schema/SchemaJITCompiler"
