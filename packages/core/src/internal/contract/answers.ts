import * as Schema from "effect/Schema"

import type { Answers, Codec, Endpoint } from "../../Endpoint.ts"

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
