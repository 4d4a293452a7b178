import type * as OpenApi from "effect/http-api/OpenApi"

import { descriptionOf, nameOf } from "./bodies.ts"
import { contractOperations, contractSchemas } from "./contract.ts"
import { fieldsOf, tidy } from "./jsonSchema.ts"
import { errorUnions } from "./responses.ts"
import { sent } from "./sent.ts"

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
