import type { Match, Operation } from "@remote-assist/core/Contract"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

import { oneLine } from "../../world/oneLine.ts"
import { refusal } from "../../world/Refusal.ts"
import type { Refusal } from "../../world/Refusal.ts"
import { fieldsOf } from "./fieldsOf.ts"
import * as Json from "./json.ts"

type Decoded<A = unknown> = Result.Result<A, Refusal>

/** What of a request an operation reads. */
export interface Sent extends Pick<Match, "params" | "query"> {
  readonly contentType: string | undefined
  /** The bytes of its body, none where it has none; or why they cannot be had. */
  readonly body: Decoded<Uint8Array | undefined>
}

/** The same as the contract has it; `body` is the JSON before it was decoded. */
export interface Read {
  readonly params: unknown
  readonly query: unknown
  readonly payload: unknown
  readonly body: unknown
}

type Decode = (input: unknown) => Decoded

const misfit = (part: string, why: string) => refusal("badInput", `The ${part} does not fit: ${oneLine(why)}.`)

const nothing: Decode = () => Result.succeed(undefined)

const decoder = (part: string, schema: Operation["params"]): Decode => {
  if (schema === undefined) return nothing
  const decode = Schema.decodeUnknownResult(schema)
  return (input) => Result.mapError(decode(input), ({ message }) => misfit(part, message))
}

/** What refuses a query with several values of a parameter that has one. */
const onlyOnce = (schema: Schema.Top | undefined) => {
  const lists = new Set(fieldsOf(schema).flatMap(({ name, type }) => (SchemaAST.isArrays(type) ? [name] : [])))
  return (query: Sent["query"]): Decoded => {
    const repeated = Object.keys(query).find((name) => typeof query[name] !== "string" && !lists.has(name))
    return repeated === undefined
      ? Result.succeed(query)
      : Result.fail(
          refusal("badInput", `The query has the parameter ${JSON.stringify(repeated)} more than once. Send it once.`)
        )
  }
}

/** Makes what reads the requests to an operation, as the server does that Effect makes of the contract. */
export const reader = ({ endpoint, params, query }: Operation): ((sent: Sent) => Decoded<Read>) => {
  const once = onlyOnce(query)
  const decodeParams = decoder("path", params)
  const decodeQuery = decoder("query", query)
  const decodePayload = decoder("body", endpoint.payload)
  return (sent) => {
    const params = decodeParams(sent.params)
    if (Result.isFailure(params)) return Result.fail(params.failure)
    const query = Result.flatMap(once(sent.query), decodeQuery)
    if (Result.isFailure(query)) return Result.fail(query.failure)
    const read = { params: params.success, query: query.success, payload: undefined, body: undefined }
    if (endpoint.payload === undefined) return Result.succeed(read)
    const type = Json.checkType(sent.contentType)
    if (Result.isFailure(type)) return Result.fail(type.failure)
    const body = Result.flatMap(sent.body, Json.parse)
    if (Result.isFailure(body)) return Result.fail(body.failure)
    return Result.map(decodePayload(body.success), (decoded) => ({ ...read, payload: decoded, body: body.success }))
  }
}

/** Whether an operation takes a body. */
export const takesBody = ({ endpoint }: Operation): boolean => endpoint.payload !== undefined
