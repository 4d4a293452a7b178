import type { AnswerName, InputName, Operation } from "@remote-assist/core/Contract"
import { operations } from "@remote-assist/core/Contract"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import { snakeToPascal } from "effect/String"

type OtherName = "OnCallGroup" | "Pod" | "ErrorV1" | "ErrorV1R1" | "ErrorText" | "ErrorV1OrErrorText"

const descriptions: { readonly [Name in InputName | AnswerName | OtherName]: string } = {
  AnonymousUser: "The name that others see of an anonymous user.",
  LogIn: "`email` takes an e-mail address or a user name.",
  Refresh: "A refresh token.",
  InviteUrl: "A workbox invite URL.",
  EncodedToken: "A personal access token, as its creation returned it.",
  Register: "A personal account to register.",
  RegisterV1R1: "A personal account to register, with location and title.",
  RegisterEnterprise: "An enterprise to create.",
  Annotation: "Three ids and a text to note on a call.",
  Invitee: "The person to invite.",
  SessionInvitation: "The contacts and the call (`user_token` defaults to that of the caller).",
  Provision: "A user to create.",
  UserChange: "The fields of a user to change. Absent fields stay.",
  RefreshTokenV1: "A user token and the refresh token that renews it.",
  TokenV1: "A user token.",
  EnterpriseToken: "The token of the enterprise, as a bare JSON string.",
  TokenInfo: "The data of a token. Times are unix seconds.",
  ValidatedTokenInfo: "The data of a valid token, and its subject.",
  PersonalAccessToken: "A personal access token.",
  PersonalAccessTokenList: "The caller's personal access tokens.",
  Confirmation: "The confirmation of the account.",
  Account: "The current account.",
  Call: "A call. Times are unix seconds, absent while the call runs.",
  CallList: "One page of calls.",
  RecentCall: "A recent call, from the caller's side.",
  CallEventStream: "An event of the call.",
  CallEvents: "The call with the statistics of its participants.",
  Acknowledgement: "The bare JSON string `OK`.",
  OnCallGroupPage: "One page of on-call groups.",
  OnCallGroup: "A group whose members take calls.",
  EnterpriseUser: "The current user, as in the administration.",
  EnterpriseUserPage: "One page of users.",
  PodPage: "One page of pods.",
  Pod: "A group of users.",
  EmptyObject: "An object without fields.",
  ErrorV1: "Error of the /v1 operations.",
  ErrorV1R1: "Every error of the /v1r1 operations.",
  ErrorText: "Error as a bare JSON string, such as `Token expired`.",
  ErrorV1OrErrorText: "Error of the /v1 operations with a user token."
}

const described: ReadonlyMap<string, string> = new Map(Object.entries(descriptions))

const descriptionOf = (name: string) => described.get(name) ?? name

// the others are named as in the contract
const renamed: Readonly<Record<string, string>> = {
  hermes_call: "Call",
  hermes_call_event: "CallEvents",
  user: "Account"
}

const nameOf = (identifier: string) => renamed[identifier] ?? snakeToPascal(identifier)

export const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })

type Fields = Readonly<Record<string, unknown>>

export const fieldsOf = (value: unknown): Fields =>
  Predicate.isObject(value) ? Object.fromEntries(Object.entries(value)) : {}

/** Converts each object in a JSON value, the innermost first. */
export const mapObjects = (value: unknown, convert: (fields: Fields) => unknown): unknown => {
  if (Array.isArray(value)) return value.map((one) => mapObjects(one, convert))
  return Predicate.isObject(value) ? convert(Record.map(fieldsOf(value), (one) => mapObjects(one, convert))) : value
}

// decoding ignores unknown fields, and these bounds are those of JavaScript
const isNoise = (value: unknown, key: string) =>
  (key === "additionalProperties" && typeof value === "boolean") ||
  (key === "minimum" && value === Number.MIN_SAFE_INTEGER) ||
  (key === "maximum" && value === Number.MAX_SAFE_INTEGER)

/** Converts a JSON schema of Effect to one of the document: with its names, and without limits that do not hold on the wire. */
export const tidy = (schema: unknown): Fields =>
  fieldsOf(
    mapObjects(schema, (fields) => {
      const { $ref, ...others } = Record.filter(fields, (value, key) => !isNoise(value, key))
      if (typeof $ref === "string") return { ...others, ...reference(nameOf($ref.slice($ref.lastIndexOf("/") + 1))) }
      // generators require the items of an array
      return others["type"] === "array" && !("items" in others) ? { ...others, items: {} } : others
    })
  )

/** Removes null from a union. The fields replace it; a reference cannot have them. */
export const withoutNull = (schema: unknown, fields: Fields = {}): unknown => {
  const { anyOf, ...rest } = fieldsOf(schema)
  const all: ReadonlyArray<unknown> = Array.isArray(anyOf) ? anyOf : []
  const others = all.filter((one) => fieldsOf(one)["type"] !== "null")
  if (others.length === all.length) return schema
  const [only] = others
  return others.length > 1 || ("nullable" in fields && "$ref" in fieldsOf(only))
    ? { ...rest, anyOf: others, ...fields }
    : { ...fieldsOf(only), ...rest, ...fields }
}

// the contract allows null in any field; the emulator sends it only in these
const nullable = new Set(["original", "thumb"])

/** Removes null from the JSON schema of an answer, except in fields in which the emulator sends it. */
const withoutUnsentNull = (schema: unknown): Fields =>
  fieldsOf(
    mapObjects(schema, ({ properties, ...others }) =>
      properties === undefined
        ? others
        : {
            ...others,
            properties: Record.map(fieldsOf(properties), (one, name) => (nullable.has(name) ? one : withoutNull(one)))
          }
    )
  )

const rejected = "The API key or the credentials are wrong, or a resource does not exist or is not accessible"

const errorDescriptions: Readonly<Record<string, string>> = {
  "400 ErrorV1R1": "Every error. Code 1003 means that the user token has expired: renew it.",
  "401 ErrorV1": `${rejected}.`,
  "401 ErrorV1OrErrorText": `${rejected}. The text \`Token expired\` means that the user token has expired: renew it.`,
  "403 ErrorText": "The call is not one of the caller's.",
  "500 ErrorV1": "Internal error."
}

const content = (name: string) => ({ "application/json": { schema: reference(name) } })

const errorNames = (forms: ReadonlyArray<string>) => forms.map(nameOf).toSorted().toReversed()

/** Returns the answers of an operation by status: one success, as the emulator sends it, and the errors of the contract. */
export const responses = ({ answers, errorForms }: Operation) => ({
  200:
    answers === undefined
      ? { description: "Success. The answer has no body." }
      : { description: descriptionOf(answers), content: content(answers) },
  ...Object.fromEntries(
    Array.from(errorForms, ([status, forms]) => {
      const name = errorNames(forms).join("Or")
      const description = errorDescriptions[`${status} ${name}`] ?? descriptionOf(name)
      return [status, { description, content: content(name) }]
    })
  )
})

const unions = operations
  .flatMap(({ errorForms }) => [...errorForms.values()].map(errorNames))
  .flatMap((names) => (names.length > 1 ? [[names.join("Or"), { anyOf: names.map(reference) }] as const] : []))

const toAnswer = (schema: unknown) => withoutUnsentNull(tidy(schema))

const jsonSchemaOf = (schema: Schema.Top = Schema.Unknown) => Schema.toJsonSchemaDocument(schema).schema

const bodies = operations.flatMap(({ answers, endpoint, successes, takes }) => [
  ...(takes === undefined ? [] : [[takes, tidy(jsonSchemaOf(endpoint.payload))] as const]),
  ...(answers === undefined
    ? []
    : // the contract allows any body, but the emulator answers an object
      [[answers, { type: "object", ...toAnswer(jsonSchemaOf(successes.get(200)?.[0])) }] as const])
])

const shared = operations
  .flatMap(({ errors, successes }) => [...successes.values(), ...errors.values()].flat())
  .flatMap((schema) => Object.entries(Schema.toJsonSchemaDocument(schema).definitions))
  .map(([identifier, schema]) => [nameOf(identifier), toAnswer(schema)] as const)

/** The schemas of the document by name. Those that several operations share take precedence over their bodies. */
export const components: Readonly<Record<string, Fields>> = Object.fromEntries(
  [...bodies, ...unions, ...shared].map(([name, schema]) => [name, { description: descriptionOf(name), ...schema }])
)
