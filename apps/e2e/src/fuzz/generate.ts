import * as Contract from "@remote-assist/core/Contract"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as fc from "fast-check"

import type { Fields, Value } from "../code/Value.ts"
import { durations, Ref } from "./Command.ts"
import type { CallCommand, Command } from "./Command.ts"
import { meanings } from "./meanings.ts"
import { refs } from "./refs.ts"

const isJson = (value: unknown): value is Value<Ref> =>
  value === null ||
  ["string", "number", "boolean"].includes(typeof value) ||
  (Array.isArray(value) ? value.every(isJson) : Predicate.isObject(value) && Object.values(value).every(isJson))

/** Values of a schema as they travel: what has no meaning that is known is anything that fits. */
const sampled = (schema: Schema.Top): fc.Arbitrary<Value<Ref>> => {
  const wire = Arbitrary.schema(Schema.toEncoded(schema))
  return fc.integer({ min: 0, max: 0xff_ff }).map((seed) => {
    const [value] = Effect.runSync(Effect.orDie(Arbitrary.sampleEffect(wire, { count: 1, seed })))
    return isJson(value) ? value : null
  })
}

const fieldsIn = (schema: Schema.Top): Readonly<Record<string, Schema.Top>> | undefined =>
  Predicate.hasProperty(schema, "fields") && Predicate.isObject(schema.fields)
    ? Object.fromEntries(
        Object.entries(schema.fields).filter((field): field is [string, Schema.Top] => Schema.isSchema(field[1]))
      )
    : undefined

const fieldOf = (name: string, schema: Schema.Top): fc.Arbitrary<Value<Ref>> => {
  const meaning = meanings[name]
  const inner = fieldsIn(schema)
  return inner === undefined ? (meaning === undefined ? sampled(schema) : meaning(sampled(schema))) : fieldsOf(schema)
}

/** Inputs of a schema: fields that may be left out are there or not. */
const fieldsOf = (schema: Schema.Top): fc.Arbitrary<Fields<Ref>> => {
  const fields = Object.entries(fieldsIn(schema) ?? {})
  const required = fields.filter(([, { ast }]) => !SchemaAST.isOptional(ast)).map(([name]) => name)
  return fc.record(Object.fromEntries(fields.map(([name, field]) => [name, fieldOf(name, field)])), {
    requiredKeys: required,
    noNullPrototype: true
  })
}

const nothing = fc.constant(undefined)

const uids = fc.noShrink(fc.integer({ min: 1, max: 0x7f_ff_ff_ff }))

/** Calls of an operation, with a token that is known by then. */
const callsOf = ({ endpoint, id }: Contract.Operation): fc.Arbitrary<CallCommand> =>
  fc
    .record({
      uid: uids,
      token: fc.oneof({ arbitrary: refs("administrator token"), weight: 2 }, refs("token")),
      params: endpoint.params === undefined ? nothing : idsOf(id, endpoint.params),
      query: endpoint.query === undefined ? nothing : fieldsOf(endpoint.query),
      payload: endpoint.payload === undefined ? nothing : fieldsOf(endpoint.payload)
    })
    .map(({ params, payload, query, token, uid }) => ({
      _tag: "Call",
      uid,
      operation: id,
      input: { ...(params && { params }), ...(query && { query }), ...(payload && { payload }) },
      token
    }))

// an integer in one operation, a text in the other
const idsOf = (operation: string, schema: Schema.Top): fc.Arbitrary<Fields<Ref>> =>
  operation.startsWith("PersonalAccessTokens.")
    ? fc.oneof({ arbitrary: refs("personal access token id"), weight: 8 }, fc.constant(999)).map((id) => ({
        id: operation.endsWith(".read") && Predicate.isNumber(id) ? `${id}` : id
      }))
    : fieldsOf(schema)

const weights: Readonly<Record<string, number>> = {
  EnterpriseUsers: 4,
  "EnterpriseUsers.remove": 6,
  OnCallGroups: 2,
  Pods: 4,
  "Auth.logIn": 4,
  "Auth.refresh": 4,
  "Tokens.info": 2
}

/**
 * The groups whose operations a sequence is mostly made of: what goes wrong between few of them is seldom reached by
 * sequences that are made of all.
 */
export const focuses: ReadonlyArray<ReadonlyArray<string>> = [
  [],
  ...Array.from(new Set(Contract.operations.map(({ group }) => group)), (group) => [group]),
  ["EnterpriseUsers", "Auth"],
  ["EnterpriseUsers", "Registration", "Auth", "Mails"],
  ["PersonalAccessTokens", "Auth"]
]

const focused = 10

const callsIn = (focus: ReadonlyArray<string>) =>
  Contract.operations.map((operation) => ({
    arbitrary: callsOf(operation),
    weight: (weights[operation.id] ?? weights[operation.group] ?? 1) * (focus.includes(operation.group) ? focused : 1)
  }))

const advances: fc.Arbitrary<Command> = fc.record({
  _tag: fc.constant("Advance" as const),
  uid: uids,
  // tokens that have expired end most of what follows
  duration: fc.oneof(
    ...durations.map((duration) => ({ arbitrary: fc.constant(duration), weight: duration.endsWith("days") ? 1 : 6 }))
  )
})

const mails: fc.Arbitrary<Command> = fc.record({ _tag: fc.constant("Mails" as const), uid: uids, to: refs("email") })

/** Commands of all kinds, most of them of the groups in focus; with several at once where they are asked for. */
export const commands = (concurrent: boolean, focus: ReadonlyArray<string>): fc.Arbitrary<Command> => {
  const calls = fc.oneof(...callsIn(focus))
  const together: fc.Arbitrary<Command> = fc.record({
    _tag: fc.constant("Together" as const),
    uid: uids,
    calls: fc.array(calls, { minLength: 2, maxLength: 4, size: "max" })
  })
  return fc.oneof(
    { arbitrary: calls, weight: 20 },
    { arbitrary: advances, weight: 1 },
    { arbitrary: mails, weight: focus.includes("Mails") ? 4 : 2 },
    { arbitrary: together, weight: concurrent ? 8 : 0 }
  )
}
