import type { Match, Operation } from "@remote-assist/core/Contract"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

import { isUtf8 } from "../wire/response.ts"
import { oneLine } from "../world/json.ts"
import { serviceError } from "../world/ServiceError.ts"
import type { ServiceError } from "../world/ServiceError.ts"

/** The fields of what a schema decodes to, none where there is no schema. */
export const fieldsOf = (schema: Schema.Top | undefined): ReadonlyArray<SchemaAST.PropertySignature> => {
  const ast = schema === undefined ? undefined : Schema.toType(schema).ast
  return ast !== undefined && SchemaAST.isObjects(ast) ? ast.propertySignatures : []
}

type Checked<A> = Result.Result<A, ServiceError>

const badInput = (message: string) => Result.fail(serviceError("badInput", message))

const accepted = "Send JSON in UTF-8 with the header content-type: application/json."

const charsetOf = (parameters: ReadonlyArray<string>) =>
  parameters
    .map((parameter) => /^\s*charset\s*=\s*"?([^"]*?)"?\s*$/i.exec(parameter)?.[1])
    .find((charset) => charset !== undefined)

const isUtf8Name = (charset: string) => /^utf-?8$/i.test(charset)

/** Refuses a body of another type than JSON, or of other letters than those of JSON (RFC 8259). */
const checkType = (contentType = "application/json"): Checked<void> => {
  const [type = "", ...parameters] = contentType.split(";")
  if (type.trim().toLowerCase() !== "application/json")
    return badInput(
      `The header content-type is ${contentType.trim() === "" ? "empty" : contentType.slice(0, 100)}. ${accepted}`
    )
  const charset = charsetOf(parameters)
  return charset === undefined || isUtf8Name(charset)
    ? Result.void
    : badInput(`The header content-type has the charset ${charset.slice(0, 100)}, which JSON is not in. ${accepted}`)
}

const text = new TextDecoder()

// a backslash for itself, and a character beyond the first 65,536 in its two halves
const whole = /\\(?:\\|u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2})/g

const half = /\\u[dD][89a-fA-F]/

// no half is found in most texts, which are not copied then
const hasHalf = (json: string) => half.test(json) && half.test(json.replaceAll(whole, " "))

/** What the bytes of a body say; nothing where there are none. */
const parse = (body: Uint8Array | undefined): Checked<unknown> => {
  if (body !== undefined && !isUtf8(body)) return badInput("The body is not UTF-8. Send JSON in UTF-8.")
  const json = body === undefined ? "" : text.decode(body)
  if (json === "") return Result.succeed(undefined)
  return Result.flatMap(
    Result.mapError(
      Result.try((): unknown => JSON.parse(json)),
      () => serviceError("badInput", "The body does not fit: Expected a valid JSON body.")
    ),
    (value) =>
      hasHalf(json)
        ? badInput("The body has half a character: a \\ud8.. to \\udf.. without its other half. Send whole characters.")
        : Result.succeed(value)
  )
}

type Decoded<A = unknown> = Result.Result<A, ServiceError>

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

const misfit = (part: string, why: string) => serviceError("badInput", `The ${part} does not fit: ${oneLine(why)}.`)

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
          serviceError(
            "badInput",
            `The query has the parameter ${JSON.stringify(repeated)} more than once. Send it once.`
          )
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
    const type = checkType(sent.contentType)
    if (Result.isFailure(type)) return Result.fail(type.failure)
    const body = Result.flatMap(sent.body, parse)
    if (Result.isFailure(body)) return Result.fail(body.failure)
    return Result.map(decodePayload(body.success), (decoded) => ({ ...read, payload: decoded, body: body.success }))
  }
}

/** Whether an operation takes a body. */
export const takesBody = ({ endpoint }: Operation): boolean => endpoint.payload !== undefined

type Response = HttpServerResponse.HttpServerResponse

type Encode = (answer: unknown) => Result.Result<Response, unknown>

const contentType = "application/json"

const responseOf = (status: number, isEmpty: boolean, body: unknown): Response =>
  body === undefined || isEmpty
    ? HttpServerResponse.empty({ status })
    : HttpServerResponse.text(JSON.stringify(body), { status, contentType })

const encoder = (status: number, schema: Schema.Codec<unknown>): Encode => {
  const isEmpty = SchemaAST.isVoid(SchemaAST.toEncoded(schema.ast))
  const encode = Schema.encodeUnknownResult(isEmpty ? schema : Schema.toCodecJson(schema))
  return (answer) => Result.map(encode(answer), (body) => responseOf(status, isEmpty, body))
}

/** Makes what words the answers of an operation: by the first of its schemas that they fit. */
export const writer = ({ id, successes }: Operation): ((answer: unknown) => Response) => {
  const encoders = [...successes].flatMap(([status, schemas]) => schemas.map((schema) => encoder(status, schema)))
  return (answer) => {
    for (const encode of encoders) {
      const encoded = encode(answer)
      if (Result.isSuccess(encoded)) return encoded.success
    }
    throw new Error(`${id} answers what its contract does not have.`)
  }
}
