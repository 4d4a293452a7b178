import type { Operation } from "@remote-assist/core/Contract"
import type * as OpenApi from "effect/http-api/OpenApi"

import { descriptionOf } from "./bodies.ts"
import { namesIn, reference } from "./jsonSchema.ts"

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

/** The schemas of errors that have one of several bodies. */
export const errorUnions = (responses: OpenApi.OpenAPISpecResponses) =>
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
