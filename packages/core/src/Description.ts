import type * as Schema from "effect/Schema"

import type * as Endpoint from "./Endpoint.ts"

/** The texts of an operation for documents. */
export interface Description {
  /** Section of the interface, such as `§4.5, 3`. */
  readonly section: string
  /** One line, verb first, without a full stop. */
  readonly summary: string
  /** Further details, as sentences of Markdown. */
  readonly description?: string
  /** Name of its request body. */
  readonly takes?: string
  /** A request body that the emulator's default world accepts. */
  readonly example?: unknown
  /** Name of its 200 response body, or `undefined` if it has none. */
  readonly answers?: string
}

type Input<E> = E extends { readonly payload: infer Payload extends Schema.Top }
  ? { readonly takes: string; readonly example?: Payload["Encoded"] }
  : { readonly takes?: never; readonly example?: never }

type Output<E> = [Endpoint.Success<E>] extends [void] ? { readonly answers?: never } : { readonly answers: string }

/** The texts of a group and its operations. A missing operation, or an invalid example, does not compile. */
export type Descriptions<Group extends Endpoint.Group> = {
  /** Purpose of the group, in one line. */
  readonly description: string
  readonly operations: {
    readonly [Name in keyof Group["endpoints"]]: Description &
      Input<Group["endpoints"][Name]> &
      Output<Group["endpoints"][Name]>
  }
}
