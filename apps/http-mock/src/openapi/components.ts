import type { Operation } from "@remote-assist/core/Contract"
import type * as OpenApi from "effect/http-api/OpenApi"
import * as Predicate from "effect/Predicate"

import { descriptionOf, nameOf } from "./bodies.ts"
import { contractOperations, contractSchemas } from "./contract.ts"
import { fieldsOf, isNull, namesIn, reference, tidy } from "./jsonSchema.ts"

const refused = "Refused: the API key, the credentials, or what is named does not exist or is not accessible"

const errorDescriptions: Readonly<Record<string, string>> = {
  "400 ErrorV1R1": "Refused, whatever went wrong. Code 1003 means that the user token has expired: renew it.",
  "401 ErrorV1": `${refused}.`,
  "401 ErrorV1OrErrorText": `${refused}. The text \`Token expired\` means that the user token has expired: renew it.`,
  "403 ErrorText": "The call is not one of the caller's.",
  "500 ErrorV1": "Internal error."
}

interface ErrorBody {
  readonly status: string
  /** The name of its schema; where it is one of several, the name of these together. */
  readonly name: string
  readonly schemas: ReadonlyArray<string>
}

const errorsOf = (responses: OpenApi.OpenAPISpecResponses): ReadonlyArray<ErrorBody> =>
  Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, { content }]) => {
      const schemas = namesIn(content?.["application/json"]?.schema).toSorted().toReversed()
      return { status, name: schemas.join("Or"), schemas }
    })

const errorUnions = (responses: OpenApi.OpenAPISpecResponses) =>
  errorsOf(responses)
    .filter(({ schemas }) => schemas.length > 1)
    .map(({ name, schemas }) => [name, { anyOf: schemas.map(reference) }] as const)

const json = (name: string) => ({ "application/json": { schema: reference(name) } })

/** The answers of an operation by status: one success, as the emulator gives it, and the errors of the contract. */
export const responses = (made: OpenApi.OpenAPISpecResponses, { answers }: Operation) => ({
  200:
    answers === undefined
      ? { description: "Done. The answer has no body." }
      : { description: descriptionOf(answers), content: json(answers) },
  ...Object.fromEntries(
    errorsOf(made).map(({ name, status }) => [
      status,
      { description: errorDescriptions[`${status} ${name}`] ?? descriptionOf(name), content: json(name) }
    ])
  )
})

// the contract takes null for any field; these are the ones that the emulator sends without a value
const empty = new Set(["original", "thumb"])

const withoutNull = (schema: unknown): unknown => {
  const { anyOf, ...rest } = fieldsOf(schema)
  if (!Array.isArray(anyOf)) return schema
  const others: ReadonlyArray<unknown> = anyOf.filter((one) => !isNull(one))
  return others.length === 1 ? { ...fieldsOf(others[0]), ...rest } : { ...rest, anyOf: others }
}

const property = ([name, schema]: [string, unknown]) => [name, sent(empty.has(name) ? schema : withoutNull(schema))]

/** The JSON schema of an answer as the emulator sends it: null only where it does. */
const sent = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(sent)
  if (!Predicate.isObject(schema)) return schema
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) =>
      key === "properties"
        ? [key, Object.fromEntries(Object.entries(fieldsOf(value)).map(property))]
        : [key, sent(value)]
    )
  )
}

type Schema = Readonly<Record<string, unknown>>

const schemaIn = (part: { readonly content?: OpenApi.OpenApiSpecContent } | undefined): Schema =>
  fieldsOf(tidy(part?.content?.["application/json"]?.schema))

// the contract takes any body where the emulator answers an object
const orObject = (schema: Schema): Schema => (Object.keys(schema).length === 0 ? { type: "object" } : schema)

const bodies = contractOperations.flatMap(({ made, operation: { answers, takes } }) => [
  ...(takes === undefined ? [] : [[takes, schemaIn(made.requestBody)] as const]),
  ...(answers === undefined ? [] : [[answers, orObject(fieldsOf(sent(schemaIn(made.responses[200]))))] as const])
])

const named = Object.entries(contractSchemas).map(
  ([key, schema]) => [nameOf(key), fieldsOf(sent(tidy(schema)))] as const
)

const unions = contractOperations.flatMap(({ made }) => errorUnions(made.responses))

/** The schemas of the document by name; what the contract names goes before what an operation shows. */
export const components: Readonly<Record<string, Schema>> = Object.fromEntries(
  [...bodies, ...unions, ...named].map(([name, schema]) => [name, { description: descriptionOf(name), ...schema }])
)
