import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"

import type { Codec, Endpoint } from "../../Endpoint.ts"
import { blankOf, errorsOf, successesOf } from "../answers.ts"
import type { Blank } from "../answers.ts"
import { compile } from "../platform/runtime.ts"
import { redactPart } from "../redact.ts"
import { tolerate } from "./tolerate.ts"
import type { Decode, Read } from "./tolerate.ts"

/** Decodes the body of an answer with the schemas of its status. */
export interface Decoder {
  readonly isSuccess: boolean
  readonly decode: (body: unknown) => Effect.Effect<Read, Schema.SchemaError>
}

/** The decoders of an endpoint's answers. */
export interface Decoders {
  /** The decoder of a status; `undefined` for one that the interface does not describe. */
  readonly at: (status: number) => Decoder | undefined
}

const decodeWith = (schemas: ReadonlyArray<Codec>): Decode => {
  const [only, ...others] = schemas
  const codec = only !== undefined && others.length === 0 ? only : Schema.Union(schemas)
  compile(codec.ast)
  return Schema.decodeUnknownEffect(codec)
}

/** Whether a body is an error in a form of the interface. */
export const isErrorObject = (body: unknown): body is { readonly code: number; readonly message: string } =>
  Predicate.hasProperty(body, "code") &&
  Predicate.hasProperty(body, "message") &&
  Predicate.isNumber(body.code) &&
  Predicate.isString(body.message)

const longestMessage = 200

const saidIn = (message: string) => {
  if (redactPart(message) !== message) return "…"
  return message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message
}

/** The failure for an unexpected error object, with its code and words: an `ErrorV1` would claim a 401 or a 500. */
const errorObject = ({ code, message }: { readonly code: number; readonly message: string }) =>
  new Schema.SchemaError(
    new SchemaIssue.InvalidValue({ message: `an error, code ${code}: ${saidIn(message)}` }, undefined)
  )

const decodeBlank = ({ answer, entry }: Blank): Decoder["decode"] => {
  const bare = (body: unknown): Effect.Effect<Read, Schema.SchemaError> =>
    isErrorObject(body) ? Effect.fail(errorObject(body)) : Effect.succeed({ value: answer(body), drifts: [] })
  if (entry === undefined) return bare
  const decodeEntry = decodeWith([entry])
  return (body) =>
    Predicate.isObject(body)
      ? Effect.matchEffect(tolerate(decodeEntry, body), {
          onSuccess: ({ drifts, value }) => Effect.succeed({ value: answer(body, { decoded: value }), drifts }),
          onFailure: () => bare(body)
        })
      : bare(body)
}

const decoderOf = (schemas: ReadonlyArray<Codec>, isSuccess: boolean): Decoder => {
  const blank = isSuccess ? blankOf(schemas) : undefined
  if (blank !== undefined) return { isSuccess, decode: decodeBlank(blank) }
  const decode = decodeWith(schemas)
  const read: Decoder["decode"] = (body) => tolerate(decode, body)
  if (!isSuccess) return { isSuccess, decode: read }
  return {
    isSuccess,
    decode: (body) => Effect.mapError(read(body), (error) => (isErrorObject(body) ? errorObject(body) : error))
  }
}

/** The decoders of an endpoint's answers: of a success whose body the interface does not show, any 2xx is one. */
export const decoders = (endpoint: Pick<Endpoint, "success" | "errors">): Decoders => {
  const successes = successesOf(endpoint)
  const byStatus = new Map<number, Decoder>()
  for (const [status, schemas] of errorsOf(endpoint)) byStatus.set(status, decoderOf(schemas, false))
  for (const [status, schemas] of successes) byStatus.set(status, decoderOf(schemas, true))
  const isOpen = Array.from(successes.values()).some((schemas) => blankOf(schemas) !== undefined)
  const open = isOpen ? byStatus.get(200) : undefined
  return { at: (status) => byStatus.get(status) ?? (status >= 200 && status < 300 ? open : undefined) }
}

/** The body as JSON: the text itself where it is not JSON, and `null` where it is empty. */
export const parse = (text: string): { readonly isJson: boolean; readonly body: unknown } =>
  text === ""
    ? { isJson: true, body: null }
    : Result.match(
        Result.try((): unknown => JSON.parse(text)),
        {
          onSuccess: (body) => ({ isJson: true, body }),
          onFailure: () => ({ isJson: false, body: text })
        }
      )
