import type * as SchemaAST from "effect/SchemaAST"

const key = "@remote-assist/core/secretText"

/** Annotates the schema of a text that is secret. */
export const secretText = { [key]: true }

/** Whether a schema was annotated so. */
export const isSecretText = ({ annotations }: SchemaAST.AST): boolean => annotations?.[key] === true
