import { Contract } from "@remote-assist/core"
import type { Http } from "@remote-assist/core"
import * as Equal from "effect/Equal"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import * as Address from "../address.ts"

/** A value that a method is called with, and the name of its field or parameter. */
export interface Input {
  readonly name: string
  readonly value: unknown
}

/** A call of the SDK's method for an operation. */
export interface Call {
  readonly group: Contract.GroupName
  readonly method: string
  /** In order; secrets are `Redacted`. */
  readonly inputs: ReadonlyArray<Input>
  /** Whether the service has an effect in place of a method. */
  readonly isEffect: boolean
}

/** Methods that take one field of their body or query by itself. */
const alone: Partial<
  Readonly<Record<Contract.OperationId, Contract.ParameterName | "display_name" | "link_url" | "refresh_token">>
> = {
  "Auth.anonymous": "display_name",
  "Auth.exchange": "refresh_token",
  "Auth.refresh": "refresh_token",
  "Auth.fromUrl": "link_url",
  "Auth.personalAccessToken": "token",
  "Tokens.info": "token",
  "Registration.confirm": "confirmation_token",
  "Registration.confirmNewEmail": "confirmation_token",
  "Registration.resendConfirmation": "email"
}

type Part = Readonly<Record<string, unknown>>

const isPart = Schema.is(Schema.Record(Schema.String, Schema.Unknown))

// a list of one in a query comes as that one
const listed = Record.map((value: unknown) => (Array.isArray(value) ? value : [value]))

/** What a part decodes to, if the contract says all that is in it. */
const exactly = (schema: Contract.Operation["params"], part: Part): Option.Option<Part> => {
  if (schema === undefined) return Record.isEmptyRecord(part) ? Option.some({}) : Option.none()
  return Schema.decodeUnknownOption(schema)(part).pipe(
    Option.filter(isPart),
    Option.filter((value) =>
      Option.match(Option.filter(Schema.encodeUnknownOption(schema)(value), isPart), {
        onNone: () => false,
        onSome: (encoded) => Equal.equals(listed(encoded), listed(part))
      })
    )
  )
}

const bodyOf = (body: string | undefined): Option.Option<Part> =>
  body === undefined
    ? Option.some({})
    : Option.filter(Result.getSuccess(Result.try((): unknown => JSON.parse(body))), isPart)

const inputsOf = (
  { endpoint, id }: Contract.Operation,
  params: Part,
  query: Part,
  body: Part
): ReadonlyArray<Input> => {
  const single = alone[id]
  if (single !== undefined) {
    const value = body[single] ?? query[single]
    return value === undefined ? [] : [{ name: single, value }]
  }
  return [
    ...Object.entries(params).map(([name, value]) => ({ name, value })),
    ...(Record.isEmptyRecord(query) ? [] : [{ name: "query", value: query }]),
    ...(endpoint.payload === undefined ? [] : [{ name: "body", value: body }])
  ]
}

/** The call that sends a request; none where no method sends exactly this. */
export const of = ({ body, method, url }: Http.Outgoing): Option.Option<Call> => {
  const { path, query } = Address.of(url)
  const found = Contract.match(method, path + Address.search(query), { anyLength: true })
  if (found === undefined || found.operation.method !== method) return Option.none()
  const { operation } = found
  const { endpoint, group, name } = operation
  return Option.all({
    params: exactly(operation.params, found.params),
    query: exactly(operation.query, found.query),
    body: Option.flatMap(bodyOf(body), (part) => exactly(endpoint.payload, part))
  }).pipe(
    Option.filter(() => (body === undefined) === (endpoint.payload === undefined)),
    Option.map(({ body, params, query }) => ({
      group,
      method: name,
      inputs: inputsOf(operation, params, query, body),
      isEffect: endpoint.params === undefined && endpoint.query === undefined && endpoint.payload === undefined
    }))
  )
}
