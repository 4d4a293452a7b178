import { Api } from "@remote-assist/core/Api"
import type { AnswerName, InputName, Operation } from "@remote-assist/core/Contract"
import { operations } from "@remote-assist/core/Contract"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Predicate from "effect/Predicate"

interface Body {
  readonly description: string
  readonly identifier?: string
}

const body = (identifier: string, description: string): Body => ({ identifier, description })

const inputs: { readonly [Name in InputName]: Body } = {
  AnonymousUser: { description: "The name that others see of an anonymous user." },
  LogIn: { description: "`email` takes an e-mail address or a user name." },
  Refresh: { description: "A refresh token." },
  InviteUrl: { description: "A workbox invite URL." },
  EncodedToken: { description: "A personal access token, as its creation returned it." },
  Register: { description: "A personal account to register." },
  RegisterV1R1: { description: "A personal account to register, with location and title." },
  RegisterEnterprise: { description: "An enterprise to create." },
  Annotation: { description: "Three ids and a text to note on a call." },
  Invitee: { description: "The person to invite." },
  SessionInvitation: { description: "The contacts and the call (`user_token` defaults to that of the caller)." },
  Provision: { description: "A user to create." },
  UserChange: { description: "The fields of a user to change. Absent fields stay." }
}

const answers: { readonly [Name in AnswerName]: Body } = {
  RefreshTokenV1: body("refresh_tokenV1", "A user token and the refresh token that renews it."),
  TokenV1: body("tokenV1", "A user token."),
  EnterpriseToken: { description: "The token of the enterprise, as a bare JSON string." },
  TokenInfo: body("token_info", "The data of a token. Times are unix seconds."),
  ValidatedTokenInfo: body("validated_token_info", "The data of a valid token, and its subject."),
  PersonalAccessToken: body("personal_access_token", "A personal access token."),
  PersonalAccessTokenList: { description: "The caller's personal access tokens." },
  Confirmation: body("confirmation", "The confirmation of the account."),
  Account: body("user", "The current account."),
  Call: body("hermes_call", "A call. Times are unix seconds, absent while the call runs."),
  CallList: { description: "One page of calls." },
  RecentCall: body("recent_call", "A recent call, from the caller's side."),
  CallEventStream: body("call_event_stream", "An event of the call."),
  CallEvents: body("hermes_call_event", "The call with the statistics of its participants."),
  Acknowledgement: { description: "The bare JSON string `OK`." },
  OnCallGroupPage: { description: "One page of on-call groups." },
  EnterpriseUser: body("enterprise_user", "The current user, as in the administration."),
  EnterpriseUserPage: { description: "One page of users." },
  PodPage: { description: "One page of pods." },
  EmptyObject: { description: "An object without fields." }
}

/** Schemas that only pages use. */
const entries = {
  OnCallGroup: body("on_call_group", "A group whose members take calls."),
  Pod: body("pod", "A group of users.")
}

const errors = {
  ErrorV1: body("errorV1", "Error of the /v1 operations."),
  ErrorV1R1: body("errorV1R1", "Every error of the /v1r1 operations."),
  ErrorText: body("errorText", "Error as a bare JSON string, such as `Token expired`."),
  ErrorV1OrErrorText: { description: "Error of the /v1 operations with a user token." }
}

const descriptions: ReadonlyMap<string, Body> = new Map(
  Object.entries({ ...inputs, ...answers, ...entries, ...errors })
)

const names = new Map([...descriptions].map(([name, { identifier }]) => [identifier, name]))

/** Returns the name of a schema of Effect, which numbers copies. */
export const nameOf = (key: string): string => {
  const identifier = key.replace(/_\d+$/, "")
  return names.get(identifier) ?? identifier
}

export const descriptionOf = (name: string): string => descriptions.get(name)?.description ?? name

const place = "#/components/schemas/"

export interface Reference {
  readonly $ref: string
}

export const reference = (name: string): Reference => ({ $ref: `${place}${name}` })

// decoding ignores unknown fields, and these bounds are those of JavaScript
const isNoise = (key: string, value: unknown) =>
  (key === "additionalProperties" && value === false) ||
  (key === "minimum" && value === Number.MIN_SAFE_INTEGER) ||
  (key === "maximum" && value === Number.MAX_SAFE_INTEGER)

const tidyField = ([key, value]: [string, unknown]): [string, unknown] =>
  key === "$ref" && typeof value === "string"
    ? [key, `${place}${nameOf(value.slice(place.length))}`]
    : [key, tidy(value)]

// generators require the items of an array
const withItems = (fields: Readonly<Record<string, unknown>>) =>
  fields["type"] === "array" && !("items" in fields) ? { ...fields, items: {} } : fields

/** Converts a JSON schema of Effect to one of the document: with its names, and without limits that do not hold on the wire. */
export const tidy = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(tidy)
  if (!Predicate.isObject(schema)) return schema
  return withItems(
    Object.fromEntries(
      Object.entries(schema)
        .filter(([key, value]) => !isNoise(key, value))
        .map(tidyField)
    )
  )
}

export const isNull = (schema: unknown): boolean => fieldsOf(schema)["type"] === "null"

export const fieldsOf = (schema: unknown): Readonly<Record<string, unknown>> =>
  Predicate.isObject(schema) ? Object.fromEntries(Object.entries(schema)) : {}

/** Returns the names of the schemas of a reference or a union. */
export const namesIn = (schema: unknown): ReadonlyArray<string> => {
  const { $ref, anyOf } = fieldsOf(schema)
  if (typeof $ref === "string") return [nameOf($ref.slice(place.length))]
  return Array.isArray(anyOf) ? [...new Set(anyOf.flatMap(namesIn))] : []
}

const contract = OpenApi.fromApi(Api)

/** The schemas of the contract by the names that Effect gives them. */
export const contractSchemas = contract.components.schemas

const specs = new Map(
  Object.values(contract.paths)
    .flatMap((path) => [path.get, path.post, path.put, path.delete])
    .flatMap((operation) => (operation === undefined ? [] : [[operation.operationId, operation] as const]))
)

const specOf = (id: string): OpenApi.OpenAPISpecOperation => {
  const operation = specs.get(id)
  if (operation === undefined) throw new Error(`${id} has a method that the document does not support.`)
  return operation
}

/** The operations of the contract with the specification that Effect makes of each. */
export const contractOperations = operations.map((operation) => ({ operation, spec: specOf(operation.id) }))

const rejected = "The API key or the credentials are wrong, or a resource does not exist or is not accessible"

const errorDescriptions: Readonly<Record<string, string>> = {
  "400 ErrorV1R1": "Every error. Code 1003 means that the user token has expired: renew it.",
  "401 ErrorV1": `${rejected}.`,
  "401 ErrorV1OrErrorText": `${rejected}. The text \`Token expired\` means that the user token has expired: renew it.`,
  "403 ErrorText": "The call is not one of the caller's.",
  "500 ErrorV1": "Internal error."
}

interface ErrorBody {
  readonly status: string
  /** The name of the schema, or the joined names of several. */
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

/** Returns the answers of an operation by status: one success, as the emulator sends it, and the errors of the contract. */
export const responses = (spec: OpenApi.OpenAPISpecResponses, { answers }: Operation) => ({
  200:
    answers === undefined
      ? { description: "Success. The answer has no body." }
      : { description: descriptionOf(answers), content: json(answers) },
  ...Object.fromEntries(
    errorsOf(spec).map(({ name, status }) => [
      status,
      { description: errorDescriptions[`${status} ${name}`] ?? descriptionOf(name), content: json(name) }
    ])
  )
})

// the contract allows null in any field; the emulator sends it only in these
const empty = new Set(["original", "thumb"])

const withoutNull = (schema: unknown): unknown => {
  const { anyOf, ...rest } = fieldsOf(schema)
  if (!Array.isArray(anyOf)) return schema
  const others: ReadonlyArray<unknown> = anyOf.filter((one) => !isNull(one))
  return others.length === 1 ? { ...fieldsOf(others[0]), ...rest } : { ...rest, anyOf: others }
}

const property = ([name, schema]: [string, unknown]) => [
  name,
  withoutUnsentNull(empty.has(name) ? schema : withoutNull(schema))
]

/** Removes null from the JSON schema of an answer, except in fields in which the emulator sends it. */
const withoutUnsentNull = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(withoutUnsentNull)
  if (!Predicate.isObject(schema)) return schema
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) =>
      key === "properties"
        ? [key, Object.fromEntries(Object.entries(fieldsOf(value)).map(property))]
        : [key, withoutUnsentNull(value)]
    )
  )
}

type Schema = Readonly<Record<string, unknown>>

const schemaIn = (part: { readonly content?: OpenApi.OpenApiSpecContent } | undefined): Schema =>
  fieldsOf(tidy(part?.content?.["application/json"]?.schema))

// the contract allows any body, but the emulator answers an object
const orObject = (schema: Schema): Schema => (Object.keys(schema).length === 0 ? { type: "object" } : schema)

const bodies = contractOperations.flatMap(({ operation: { answers, takes }, spec }) => [
  ...(takes === undefined ? [] : [[takes, schemaIn(spec.requestBody)] as const]),
  ...(answers === undefined
    ? []
    : [[answers, orObject(fieldsOf(withoutUnsentNull(schemaIn(spec.responses[200]))))] as const])
])

const named = Object.entries(contractSchemas).map(
  ([key, schema]) => [nameOf(key), fieldsOf(withoutUnsentNull(tidy(schema)))] as const
)

const unions = contractOperations.flatMap(({ spec }) => errorUnions(spec.responses))

/** The schemas of the document by name. Names of the contract take precedence over those of operations. */
export const components: Readonly<Record<string, Schema>> = Object.fromEntries(
  [...bodies, ...unions, ...named].map(([name, schema]) => [name, { description: descriptionOf(name), ...schema }])
)
