import type { Match, Operation } from "@remote-assist/core/Contract"
import { explainJsonError } from "@remote-assist/core/Text"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

import { fieldsOf } from "../wire/request.ts"
import { isUtf8 } from "../wire/response.ts"
import { formatSchemaError, missingBody } from "../world/json.ts"
import { badInput, resultFn, serviceError } from "../world/ServiceError.ts"
import type { Checked } from "../world/ServiceError.ts"

const advice = "Send JSON in UTF-8 with the header content-type: application/json."

/** Rejects a body that is not JSON in UTF-8 (RFC 8259). */
const checkType = (contentType = "application/json"): Checked => {
  const [type = "", ...parameters] = contentType.split(";")
  if (type.trim().toLowerCase() !== "application/json")
    return badInput(
      `The header content-type is ${contentType.trim() === "" ? "empty" : contentType.slice(0, 100)}. ${advice}`
    )
  for (const parameter of parameters) {
    const charset = /^\s*charset\s*=\s*"?([^"]*?)"?\s*$/i.exec(parameter)?.[1]
    if (charset !== undefined && !/^utf-?8$/i.test(charset))
      return badInput(`The header content-type has the charset ${charset.slice(0, 100)}, but JSON is UTF-8. ${advice}`)
  }
  return Result.void
}

const text = new TextDecoder()

// an escaped backslash, or a whole surrogate pair
const complete = /\\(?:\\|u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2})/g

const surrogate = /\\u[dD][89a-fA-F]/

// most texts have no surrogate, and are not copied
const hasLoneSurrogate = (json: string) => surrogate.test(json) && surrogate.test(json.replaceAll(complete, " "))

/** Parses a body as JSON. An empty body is `undefined`. */
const parse = (body: Uint8Array | undefined): Checked<unknown> => {
  if (body !== undefined && !isUtf8(body)) return badInput("The body is not UTF-8. Send JSON in UTF-8.")
  const json = body === undefined ? "" : text.decode(body)
  if (json.trim() === "") return Result.succeed(undefined)
  const value = Result.try((): unknown => JSON.parse(json))
  if (Result.isFailure(value)) return badInput(`The body is invalid: ${explainJsonError(json)}.`)
  return hasLoneSurrogate(json)
    ? badInput(
        "The body has half a character: an escape \\ud800 to \\udfff without its other half. Send whole characters."
      )
    : Result.succeed(value.success)
}

/** The parts of a request that an operation reads. */
export interface Sent extends Pick<Match, "params" | "query"> {
  readonly contentType: string | undefined
  /** The bytes of the body, `undefined` if there is none, or why they cannot be read. */
  readonly body: Checked<Uint8Array | undefined>
}

/** The decoded parts of a request. */
export interface Decoded {
  readonly params: unknown
  readonly query: unknown
  readonly payload: unknown
  /** The JSON of the body before it was decoded. */
  readonly body: unknown
}

const partDecoder = (part: string, schema: Operation["params"]): ((input: unknown) => Checked<unknown>) => {
  if (schema === undefined) return () => Result.succeed(undefined)
  const decode = Schema.decodeUnknownResult(schema)
  return (input) =>
    Result.mapError(decode(input), (error) =>
      serviceError(
        "badInput",
        input === undefined ? missingBody(error) : `The ${part} is invalid: ${formatSchemaError(error)}.`
      )
    )
}

/** Makes the check that each parameter of a query that is not a list has one value. */
const repetitionCheck = (schema: Schema.Top | undefined) => {
  const lists = new Set(fieldsOf(schema).flatMap(({ name, type }) => (SchemaAST.isArrays(type) ? [name] : [])))
  return (query: Sent["query"]): Checked<Sent["query"]> => {
    const repeated = Object.keys(query).find((name) => typeof query[name] !== "string" && !lists.has(name))
    return repeated === undefined
      ? Result.succeed(query)
      : badInput(`The query has the parameter ${JSON.stringify(repeated)} more than once. Send it once.`)
  }
}

/** Makes the decoder of the requests to an operation. It decodes as the server that Effect makes of the contract. */
export const decoderOf = ({ endpoint, params, query }: Operation): ((sent: Sent) => Checked<Decoded>) => {
  const checkRepetition = repetitionCheck(query)
  const decodeParams = partDecoder("path", params)
  const decodeQuery = partDecoder("query", query)
  const decodePayload = partDecoder("body", endpoint.payload)
  return resultFn(function* (sent: Sent) {
    const params = yield* decodeParams(sent.params)
    const query = yield* decodeQuery(yield* checkRepetition(sent.query))
    if (endpoint.payload === undefined) return { params, query, payload: undefined, body: undefined }
    yield* checkType(sent.contentType)
    const body = yield* parse(yield* sent.body)
    return { params, query, payload: yield* decodePayload(body), body }
  })
}

export const takesBody = ({ endpoint }: Operation): boolean => endpoint.payload !== undefined

type Response = HttpServerResponse.HttpServerResponse

const encoderFor = (status: number, schema: Schema.Codec<unknown>) => {
  const isEmpty = SchemaAST.isVoid(SchemaAST.toEncoded(schema.ast))
  const encode = Schema.encodeUnknownResult(isEmpty ? schema : Schema.toCodecJson(schema))
  return (answer: unknown): Result.Result<Response, unknown> =>
    Result.map(encode(answer), (body) =>
      body === undefined || isEmpty
        ? HttpServerResponse.empty({ status })
        : HttpServerResponse.text(JSON.stringify(body), { status, contentType: "application/json" })
    )
}

/** Makes the encoder of the answers of an operation, which uses the first schema that an answer matches. */
export const encoderOf = ({ id, successes }: Operation): ((answer: unknown) => Response) => {
  const encoders = [...successes].flatMap(([status, schemas]) => schemas.map((schema) => encoderFor(status, schema)))
  return (answer) => {
    for (const encode of encoders) {
      const response = encode(answer)
      if (Result.isSuccess(response)) return response.success
    }
    throw new Error(`The answer of ${id} does not match its contract.`)
  }
}
