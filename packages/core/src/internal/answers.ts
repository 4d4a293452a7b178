import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

import type { Answers, Codec, Endpoint } from "../Endpoint.ts"

/** Schemas by status, in ascending order; a body matches one of the schemas of its status. */
export type ByStatus = ReadonlyMap<number, readonly [Codec, ...ReadonlyArray<Codec>]>

// JavaScript orders integer keys
const byStatus = (answers: Answers): ByStatus =>
  new Map(Object.entries(answers).map(([status, schemas]) => [Number(status), schemas]))

const isSchema = (success: Endpoint["success"]): success is Codec => Schema.isSchema(success)

/** Returns the schemas of the successes of an endpoint. */
export const successesOf = ({ success }: Pick<Endpoint, "success">): ByStatus =>
  byStatus(isSchema(success) ? { 200: [success] } : success)

/** Returns the schemas of the errors of an endpoint. */
export const errorsOf = ({ errors }: Pick<Endpoint, "errors">): ByStatus => byStatus(errors)

const secretKey = "@remote-assist/core/secretText"

/** The annotation of secret texts. */
export const secretText = { [secretKey]: true }

/** Whether a schema is that of a secret text. */
export const isSecretText = ({ annotations }: SchemaAST.AST): boolean => annotations?.[secretKey] === true

const undescribedKey = "@remote-assist/core/undescribed"

/** A success whose body the interface does not show. */
export interface Undescribed {
  /** Schema of the body if it is a resource. */
  readonly entry?: Codec
  /** Makes the answer from the body, and from the resource if the body is one. */
  readonly answer: (body: unknown, entry?: { readonly decoded: unknown }) => unknown
}

/** The annotation of a success whose body the interface does not show. */
export const undescribed = (value: Undescribed) => ({ [undescribedKey]: value })

// oxlint-disable-next-line typescript/no-explicit-any -- annotations are unknown, and only undescribed makes this one
const annotation = ({ ast }: Schema.Top): any => SchemaAST.resolve(ast)?.[undescribedKey]

/** Returns the annotation of the first schema of a success; `undefined` if the interface shows the body. */
export const undescribedOf = ([schema]: ReadonlyArray<Schema.Top>): Undescribed | undefined =>
  schema === undefined ? undefined : annotation(schema)

/** Parses a body as JSON: `null` if it is empty, the text itself if it is not JSON. */
export const parseBody = (text: string): { readonly isJson: boolean; readonly body: unknown } => {
  if (text === "") return { isJson: true, body: null }
  const parsed = Result.try((): unknown => JSON.parse(text))
  return Result.isSuccess(parsed) ? { isJson: true, body: parsed.success } : { isJson: false, body: text }
}
