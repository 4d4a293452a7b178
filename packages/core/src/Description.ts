import type * as Schema from "effect/Schema"

import type * as Endpoint from "./Endpoint.ts"

/** What a document says of an operation beside its schemas. */
export interface Description {
  /** Where the interface describes it, such as `§4.5, 3`. */
  readonly section: string
  /** One line, verb first, without a full stop. */
  readonly summary: string
  /** What a caller needs to know besides, in sentences of Markdown. */
  readonly description?: string
  /** Name of the body it takes. */
  readonly takes?: string
  /** A body to send, which works in the emulator's world. */
  readonly example?: unknown
  /** Name of the body it answers 200 with; without it the answer has no body. */
  readonly answers?: string
}

type Input<E> = E extends { readonly payload: infer Payload extends Schema.Top }
  ? { readonly takes: string; readonly example?: Payload["Encoded"] }
  : { readonly takes?: never; readonly example?: never }

type Output<E> = [Endpoint.Success<E>] extends [void] ? { readonly answers?: never } : { readonly answers: string }

/** The description of a group and its operations. One that is missing or has a wrong example does not compile. */
export type Descriptions<Group extends Endpoint.Group> = {
  /** What the group is for, in one line. */
  readonly description: string
  readonly operations: {
    readonly [Name in keyof Group["endpoints"]]: Description &
      Input<Group["endpoints"][Name]> &
      Output<Group["endpoints"][Name]>
  }
}
