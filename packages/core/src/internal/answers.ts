import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

import type { Answers, Codec, Endpoint } from "../Endpoint.ts"

/** Schemas by status, ascending; a body fits one of those of its status. */
export type ByStatus = ReadonlyMap<number, readonly [Codec, ...ReadonlyArray<Codec>]>

// keys that are whole numbers go in ascending order
const byStatus = (answers: Answers): ByStatus =>
  new Map(Object.entries(answers).map(([status, schemas]) => [Number(status), schemas]))

const isSchema = (success: Endpoint["success"]): success is Codec => Schema.isSchema(success)

/** What an endpoint answers. */
export const successesOf = ({ success }: Pick<Endpoint, "success">): ByStatus =>
  byStatus(isSchema(success) ? { 200: [success] } : success)

/** What an endpoint refuses with. */
export const errorsOf = ({ errors }: Pick<Endpoint, "errors">): ByStatus => byStatus(errors)

const secretKey = "@remote-assist/core/secretText"

/** Annotates the schema of a text that is secret. */
export const secretText = { [secretKey]: true }

/** Whether a schema was annotated so. */
export const isSecretText = ({ annotations }: SchemaAST.AST): boolean => annotations?.[secretKey] === true

const blankKey = "@remote-assist/core/blank"

/** What is known of a success whose body the interface does not show: what an entry is, where the body may be one. */
export interface Blank {
  readonly entry?: Codec
  /** The answer that a body makes; `entry` is what it was decoded to, if it is one. */
  readonly answer: (body: unknown, entry?: { readonly decoded: unknown }) => unknown
}

/** Annotates the schema of a success whose body the interface does not show. */
export const blank = (of: Blank) => ({ [blankKey]: of })

// oxlint-disable-next-line typescript/no-explicit-any -- annotations are unknown, and only blank makes this one
const annotation = ({ ast }: Schema.Top): any => SchemaAST.resolve(ast)?.[blankKey]

/** What is known of a success by the first of its schemas; `undefined` where the interface shows the body. */
export const blankOf = ([schema]: ReadonlyArray<Schema.Top>): Blank | undefined =>
  schema === undefined ? undefined : annotation(schema)
