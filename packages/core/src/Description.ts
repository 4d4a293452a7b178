import type * as HttpApiClient from "effect/http-api/HttpApiClient"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import type * as Schema from "effect/Schema"

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

// an endpoint takes its body as JSON of the schema that was given to it
type Body<Payload> = Payload extends Schema.toCodecJson<infer Given> ? Given["Encoded"] : never

type Input<Endpoint extends HttpApiEndpoint.ConstraintRequest> = [Endpoint["~Payload"]] extends [never]
  ? { readonly takes?: never; readonly example?: never }
  : { readonly takes: string; readonly example?: Body<Endpoint["~Payload"]> }

type Output<Endpoint extends HttpApiEndpoint.ConstraintRequest> = [
  HttpApiClient.SuccessType<Endpoint["~Success"]>
] extends [void]
  ? { readonly answers?: never }
  : { readonly answers: string }

/**
 * The description of a group, and of each of its operations: one that is left out does not compile, nor does one
 * whose body has no name or whose example does not fit it.
 */
export type Descriptions<Group extends HttpApiGroup.Constraint> = {
  /** What the group is for, in one line. */
  readonly description: string
  readonly operations: Group["endpoints"] extends infer Endpoints extends Readonly<
    Record<string, HttpApiEndpoint.ConstraintRequest>
  >
    ? { readonly [Name in keyof Endpoints]: Description & Input<Endpoints[Name]> & Output<Endpoints[Name]> }
    : never
}
