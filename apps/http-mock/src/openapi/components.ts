import type { AnswerName, InputName, Operation } from "@remote-assist/core/Contract"
import { operations } from "@remote-assist/core/Contract"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"

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

const descriptionOf = (name: string) => descriptions.get(name)?.description ?? name

const nameOf = (identifier: string) => names.get(identifier) ?? identifier

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

/** Returns the named schemas that a schema refers to. */
const definitionsOf = (convert: (schema: unknown) => Fields) => (schema: Schema.Top) =>
  Object.entries(Schema.toJsonSchemaDocument(schema).definitions).map(
    ([key, one]) => [nameOf(key), convert(one)] as const
  )

const payloads = operations.flatMap(({ endpoint: { payload } }) => payload ?? [])

const results = operations.flatMap(({ errors, successes }) => [...successes.values(), ...errors.values()].flat())

const bodyOf = (name: string | undefined, schema: Schema.Top | undefined, convert: (schema: unknown) => Fields) => {
  if (name === undefined || schema === undefined) return []
  const body = convert(Schema.toJsonSchemaDocument(schema).schema)
  // the contract allows any body, but the emulator answers an object
  return [[name, Object.keys(body).length === 0 ? { type: "object" } : body] as const]
}

const bodies = operations.flatMap(({ answers, endpoint, successes, takes }) => [
  ...bodyOf(takes, endpoint.payload, tidy),
  ...bodyOf(answers, successes.get(200)?.[0], toAnswer)
])

/** The schemas of the document by name. Those that several operations share take precedence over their bodies. */
export const components: Readonly<Record<string, Fields>> = Object.fromEntries(
  [...bodies, ...unions, ...payloads.flatMap(definitionsOf(tidy)), ...results.flatMap(definitionsOf(toAnswer))].map(
    ([name, schema]) => [name, { description: descriptionOf(name), ...schema }]
  )
)
