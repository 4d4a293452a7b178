import type { Operation } from "@remote-assist/core/Contract"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

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
