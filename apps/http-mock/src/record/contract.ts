import type { Operation } from "@remote-assist/core/Contract"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as SchemaIssue from "effect/SchemaIssue"

import { oneLine } from "../world/oneLine.ts"
import type { Answered } from "./Answered.ts"
import type { Difference } from "./compare.ts"
import { kindOf } from "./Shape.ts"

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

type Path = ReadonlyArray<PropertyKey | { readonly key: PropertyKey }>

const keyOf = (part: Path[number]) => (typeof part === "object" ? part.key : part)

const placeOf = (path: Path): string =>
  path.reduce<string>((place, part) => {
    const key = keyOf(part)
    return typeof key === "number" ? `${place}[*]` : `${place}.${String(key)}`
  }, "$")

const valueAt = (body: unknown, path: Path): unknown =>
  path.reduce(
    (value: unknown, part) => (Predicate.isObjectKeyword(value) ? Reflect.get(value, keyOf(part)) : undefined),
    body
  )

type Decode = (body: unknown) => Result.Result<unknown, Schema.SchemaError>

const isVoid = (schema: Schema.Codec<unknown>) => SchemaAST.isVoid(SchemaAST.toEncoded(schema.ast))

const decoderOf = (schema: Schema.Codec<unknown>): Decode =>
  isVoid(schema)
    ? () => Result.succeed(undefined)
    : Schema.decodeUnknownResult(Schema.toCodecJson(schema), { errors: "all" })

const built = new Map<Operation, ReadonlyMap<number, ReadonlyArray<Decode>>>()

const decodersOf = (operation: Operation) => {
  const known = built.get(operation)
  if (known !== undefined) return known
  const made = new Map(
    [...operation.successes, ...operation.errors].map(([status, schemas]) => [status, schemas.map(decoderOf)])
  )
  built.set(operation, made)
  return made
}

// what stands between a client and the service answers these
const ofOthers = new Set([429, 502, 503, 504])

/** Where an answer is not what the contract says; nothing where it cannot be told. */
export const misfits = (operation: Operation, { body, isOther, status }: Answered): ReadonlyArray<Difference> => {
  const decoders = decodersOf(operation).get(status)
  if (decoders === undefined)
    return ofOthers.has(status) || (status === 204 && operation.successes.has(200))
      ? []
      : [{ path: "status", expected: operation.statuses.join(", "), got: String(status) }]
  if (isOther) return [{ path: "$", expected: "JSON", got: "a body that is none" }]
  let first: Schema.SchemaError | undefined
  for (const decode of decoders) {
    const decoded = decode(body)
    if (Result.isSuccess(decoded)) return []
    first ??= decoded.failure
  }
  if (first === undefined) return []
  return issuesOf(first.issue).issues.map(({ message, path = [] }) => ({
    path: placeOf(path),
    expected: oneLine(message).slice(0, 200),
    got: kindOf(valueAt(body, path))
  }))
}

/** Whether a status may be of what stands between the emulator and the service, and tells nothing of it. */
export const isOfOthers = (operation: Operation, status: number): boolean =>
  ofOthers.has(status) && !operation.statuses.includes(status)
