import * as Contract from "@remote-assist/core/Contract"
import type { WholeEntry } from "@remote-assist/http-mock/Control"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

import type { Fields, Input, Value } from "../code/Value.ts"

const json = Schema.decodeOption(Schema.fromJsonString(Schema.Json))

/** A body as JSON; nothing where it is none. */
export const bodyOf = (text: string): unknown => Option.getOrUndefined(json(text))

const isValue = (value: unknown): value is Value<never> =>
  value === null ||
  Predicate.isString(value) ||
  Predicate.isNumber(value) ||
  Predicate.isBoolean(value) ||
  (Array.isArray(value) ? value.every(isValue) : Predicate.isObject(value) && Object.values(value).every(isValue))

const fieldsOf = (value: unknown): Fields<never> | undefined =>
  Predicate.isObject(value) && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter((field): field is [string, Value<never>] => isValue(field[1])))
    : undefined

/** What a part of a request decodes to and is written in JSON as; what fits no schema is left as texts. */
const decoded = (schema: Contract.Operation["params"], texts: unknown): Fields<never> | undefined => {
  if (schema === undefined) return undefined
  return Option.match(Schema.decodeUnknownOption(schema)(texts), {
    onNone: () => undefined,
    onSome: (value) => fieldsOf(bodyOf(JSON.stringify(value)) ?? {})
  })
}

/** A request as a method of the SDK takes it; a sentence where it cannot. */
export const requestOf = ({
  method,
  path,
  request
}: WholeEntry): { readonly operation: Contract.Operation; readonly input: Input<never> } | string => {
  const match = Contract.match(method, path.replace(/^\/api/, ""), { anyLength: true })
  if (match === undefined) return "it meets no operation"
  const { operation, params: texts, query: asked } = match
  const params = decoded(operation.params, texts)
  if (operation.params !== undefined && params === undefined) return "its path does not fit the contract"
  const query = operation.endpoint.query && queryOf(operation, asked)
  if (operation.endpoint.query !== undefined && query === undefined) return "its query does not fit the contract"
  const { payload } = operation.endpoint
  const body = request.body.text === "" ? {} : bodyOf(request.body.text)
  const fields = payload && fieldsOf(body)
  if (payload !== undefined && (fields === undefined || !Schema.is(Schema.toEncoded(payload))(body)))
    return "its body does not fit the contract"
  return {
    operation,
    input: { ...(params && { params }), ...(query && { query }), ...(fields && { payload: known(payload, fields) }) }
  }
}

const queryOf = ({ endpoint, query }: Contract.Operation, asked: unknown) => {
  const fields = decoded(query, asked)
  // secrets decode to what hides them
  const texts = fieldsOf(asked) ?? {}
  return (
    fields &&
    Object.fromEntries(
      Object.entries(known(endpoint.query, fields)).map(([name, value]) => [
        name,
        value === "<redacted>" ? (texts[name] ?? "") : value
      ])
    )
  )
}

/** Fields that a schema has. */
const known = (schema: Schema.Top | undefined, fields: Fields<never>): Fields<never> =>
  Predicate.hasProperty(schema, "fields") && Predicate.isObject(schema.fields)
    ? Object.fromEntries(Object.entries(fields).filter(([name]) => Predicate.hasProperty(schema.fields, name)))
    : fields
