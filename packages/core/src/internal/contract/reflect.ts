import * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import type * as Schema from "effect/Schema"

/** Schemas by status; a body fits one of those of its status. */
export type Answers = ReadonlyMap<number, readonly [Schema.Top, ...ReadonlyArray<Schema.Top>]>

/** An endpoint with its answers. */
export interface Reflected {
  readonly endpoint: HttpApiEndpoint.Top
  readonly successes: Answers
  /** Its own, and after them those of its middlewares. */
  readonly errors: Answers
}

/** Passes each endpoint of a group on, in the group's order. */
export const reflect = (group: HttpApiGroup.Top, onEndpoint: (reflected: Reflected) => void): void =>
  HttpApi.reflect(HttpApi.make(group.identifier).add(group), { onGroup: () => undefined, onEndpoint })
