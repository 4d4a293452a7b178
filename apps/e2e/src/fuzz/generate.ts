import * as Contract from "@remote-assist/core/Contract"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as fc from "fast-check"

import type { Json } from "../compare/Leaf.ts"
import { durations, Ref } from "./Command.ts"
import type { Call, Command, Fields, Kind, Value } from "./Command.ts"

/** References to values of a kind. */
const refs = (kind: Kind, before?: string): fc.Arbitrary<Ref> =>
  fc.noShrink(fc.integer({ min: 0, max: 0xff_ff })).map((pick) => new Ref({ kind, pick }, before))

type Values = fc.Arbitrary<Value>

const known = (kind: Kind, ...others: ReadonlyArray<Value>): Values =>
  fc.oneof(
    { arbitrary: refs(kind), weight: 8 },
    ...others.map((other) => ({ arbitrary: fc.constant(other), weight: 1 }))
  )

const oneOf =
  (...values: ReadonlyArray<Value>) =>
  (): Values =>
    fc.constantFrom(...values)

const orAny =
  (...values: ReadonlyArray<Value>) =>
  (any: Values): Values =>
    fc.oneof({ arbitrary: fc.constantFrom(...values), weight: 3 }, any)

const secret = (...kinds: ReadonlyArray<Kind>): Values =>
  fc.oneof(...kinds.map((kind) => ({ arbitrary: refs(kind), weight: 6 })), {
    arbitrary: fc.constantFrom("unknown", ""),
    weight: 1
  })

/** Mostly what is taken, and now and then what is refused: a list that is refused shows nothing of what was done before it. */
const mostly = (taken: ReadonlyArray<Value>, refused: ReadonlyArray<Value>): Values =>
  fc.oneof({ arbitrary: fc.constantFrom(...taken), weight: 8 }, { arbitrary: fc.constantFrom(...refused), weight: 1 })

// fields that all that is listed has
const filters = fc.oneof(
  { arbitrary: fc.constantFrom<Value>("name~=%a%", "name=Hydraulics", "id>0", "id>101"), weight: 6 },
  { arbitrary: refs("email", "email="), weight: 3 },
  {
    arbitrary: fc.constantFrom<Value>(
      "active=true",
      "active=false",
      "role_name=User",
      '"email|=ada@example.com,grace@example.com"',
      "updated_at>2026-01-10T00:00:00Z",
      "shoe=12",
      "email",
      ""
    ),
    weight: 2
  }
)

/** Few, so that some come twice: used ones, unused ones, of an account that is not confirmed, and none at all. */
const emails = known(
  "email",
  "fourth@example.com",
  "fifth@example.com",
  "sixth@example.com",
  "first@example.com",
  "second@example.com",
  "Third+tag@example.com",
  "new@example.com",
  "ADA@example.com",
  "grace",
  "no address",
  ""
)

/** What fields mean by their names: values that lead further than any that fits the schema. */
const meanings: Readonly<Record<string, (any: Values) => Values>> = {
  email: () => emails,
  contact_email: () => emails,
  password: () => known("password", "wrong-password", "another-horse", "short", ""),
  name: orAny("Mary Jackson", "Ada Lovelace", ""),
  display_name: orAny("Visitor"),
  contact_name: orAny("Mary Jackson", ""),
  enterprise_name: orAny("Hampton Pumps", ""),
  reseller_id: orAny("reseller-1", ""),
  location: orAny("Hampton"),
  title: orAny("Engineer"),
  role: oneOf("User", "EnterpriseAdmin", "Nobody"),
  pod_ids: () => fc.array(known("pod id", 999), { maxLength: 2 }),
  user_id: () => known("user id", 424_242, 0, -1),
  group_id: () => known("group id", 999),
  call_id: () => known("call id", "call_unknown", "1"),
  filter: () => filters,
  order: () => mostly(["name", "-name", "id"], ["name desc", "email", "created_at", "shoe", ""]),
  page: () => mostly([1, 1, 1, 2], [3, 99]),
  page_size: () => mostly([1, 2, 3, 5, 20, 100], [0, -1]),
  refresh_token: () => secret("refresh token", "alias"),
  token: () => secret("token", "personal access token"),
  user_token: () => secret("token"),
  contact_tokens: () => fc.array(secret("contact", "token"), { maxLength: 3 }),
  confirmation_token: () => secret("confirmation"),
  invitation_token: () => secret("confirmation"),
  link_url: () => secret("invite url"),
  resource_type: orAny("user", "enterprise", "session"),
  permission_category: orAny("owner", "employee"),
  permission_list: () => fc.subarray(["web_login", "view_contacts", "enterprise_admin", "manage_users"])
}

const isJson = (value: unknown): value is Json =>
  value === null ||
  ["string", "number", "boolean"].includes(typeof value) ||
  (Array.isArray(value) ? value.every(isJson) : Predicate.isObject(value) && Object.values(value).every(isJson))

/** Values of a schema as they travel: what has no meaning that is known is anything that fits. */
const sampled = (schema: Schema.Top): fc.Arbitrary<Value> => {
  const wire = Arbitrary.schema(Schema.toEncoded(schema))
  return fc.integer({ min: 0, max: 0xff_ff }).map((seed): Json => {
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

const fieldOf = (name: string, schema: Schema.Top): fc.Arbitrary<Value> => {
  const meaning = meanings[name]
  const inner = fieldsIn(schema)
  return inner === undefined ? (meaning === undefined ? sampled(schema) : meaning(sampled(schema))) : fieldsOf(schema)
}

/** Inputs of a schema: fields that may be left out are there or not. */
const fieldsOf = (schema: Schema.Top): fc.Arbitrary<Fields> => {
  const fields = Object.entries(fieldsIn(schema) ?? {})
  const required = fields.filter(([, { ast }]) => !SchemaAST.isOptional(ast)).map(([name]) => name)
  return fc.record(Object.fromEntries(fields.map(([name, field]) => [name, fieldOf(name, field)])), {
    requiredKeys: required,
    noNullPrototype: true
  })
}

const nothing = fc.constant(undefined)

/** Calls of an operation, with a token that is known by then. */
const callsOf = ({ endpoint, id }: Contract.Operation): fc.Arbitrary<Call> =>
  fc.record({
    call: fc.constant(id),
    token: fc.oneof({ arbitrary: refs("administrator token"), weight: 2 }, refs("token")),
    params: endpoint.params === undefined ? nothing : idsOf(id, endpoint.params),
    query: endpoint.query === undefined ? nothing : fieldsOf(endpoint.query),
    payload: endpoint.payload === undefined ? nothing : fieldsOf(endpoint.payload)
  })

const idsOf = (operation: string, schema: Schema.Top): fc.Arbitrary<Fields> =>
  operation.startsWith("PersonalAccessTokens.")
    ? fc.record({ id: fc.oneof({ arbitrary: refs("personal access token id"), weight: 8 }, fc.constant(999)) })
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

const uids = fc.noShrink(fc.integer({ min: 1, max: 0x7f_ff_ff_ff }))

// tokens that have expired end most of what follows
const advances = fc.oneof(
  ...durations.map((advance) => ({
    arbitrary: fc.constant({ advance }),
    weight: advance.endsWith("days") ? 1 : 6
  }))
)

/** Commands of all kinds, most of them of the groups in focus, and several at once if `concurrent`. */
export const commands = (concurrent: boolean, focus: ReadonlyArray<string>): fc.Arbitrary<Command> => {
  const calls = fc.oneof(...callsIn(focus))
  const actions = fc.oneof(
    { arbitrary: calls, weight: 20 },
    { arbitrary: advances, weight: 1 },
    { arbitrary: refs("email").map((mails) => ({ mails })), weight: focus.includes("Mails") ? 4 : 2 },
    {
      arbitrary: fc.array(calls, { minLength: 2, maxLength: 4, size: "max" }).map((together) => ({ together })),
      weight: concurrent ? 8 : 0
    }
  )
  return fc.tuple(uids, actions).map(([uid, action]) => ({ ...action, uid }))
}
