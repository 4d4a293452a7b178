import * as Contract from "@remote-assist/core/Contract"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as fc from "fast-check"

import { durations, Ref } from "./Command.ts"
import type { Call, Command, Fields, Kind, Value } from "./Command.ts"

type Values = fc.Arbitrary<Value>

/** Generates references to values of a kind. */
const refs = (kind: Kind, before?: string): fc.Arbitrary<Ref> =>
  fc.noShrink(fc.integer({ min: 0, max: 0xff_ff })).map((pick) => new Ref({ kind, pick }, before))

/** Generates usual values, and sometimes others: a refused list does not show the effect of earlier commands. */
const mostly = (usual: Values, ...others: ReadonlyArray<Value>): Values =>
  fc.oneof(
    { arbitrary: usual, weight: 8 },
    { arbitrary: fc.constantFrom(...others), weight: Math.ceil(others.length / 4) }
  )

const secret = (...kinds: ReadonlyArray<Kind>): Values =>
  mostly(fc.oneof(...kinds.map((kind) => refs(kind))), "unknown", "")

// filters of fields that all entries have are most frequent
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

/** Few addresses, so that some appear twice: used, unused, unconfirmed and invalid ones. */
const emails = fc.oneof(
  refs("email"),
  fc.constantFrom<Value>("fourth@example.com", "fifth@example.com", "sixth@example.com", "first@example.com"),
  fc.constantFrom<Value>("Third+tag@example.com", "new@example.com", "ADA@example.com", "grace", "no address", "")
)

/** Meaningful values of fields, by their names. */
const meanings: Readonly<Record<string, Values>> = {
  email: emails,
  contact_email: emails,
  password: mostly(refs("password"), "wrong-password", "another-horse", "short", ""),
  role: fc.constantFrom<Value>("User", "EnterpriseAdmin", "Nobody"),
  pod_ids: fc.array(mostly(refs("pod id"), 999), { maxLength: 2 }),
  user_id: mostly(refs("user id"), 424_242, 0, -1),
  group_id: mostly(refs("group id"), 999),
  call_id: mostly(refs("call id"), "call_unknown", "1"),
  id: mostly(refs("personal access token id"), 999),
  filter: filters,
  order: mostly(fc.constantFrom("name", "-name", "id"), "name desc", "email", "created_at", "shoe", ""),
  page: mostly(fc.constantFrom(1, 1, 1, 2), 3, 99),
  page_size: mostly(fc.constantFrom(1, 2, 3, 5, 20, 100), 0, -1),
  refresh_token: secret("refresh token", "alias"),
  token: secret("token", "personal access token"),
  user_token: secret("token"),
  contact_tokens: fc.array(secret("contact", "token"), { maxLength: 3 }),
  confirmation_token: secret("confirmation"),
  invitation_token: secret("confirmation"),
  link_url: secret("invite url"),
  permission_list: fc.subarray(["web_login", "view_contacts", "enterprise_admin", "manage_users"])
}

/** Samples of fields, in addition to values of the schema. */
const samples: Readonly<Record<string, ReadonlyArray<Value>>> = {
  name: ["Mary Jackson", "Ada Lovelace", ""],
  display_name: ["Visitor"],
  contact_name: ["Mary Jackson", ""],
  enterprise_name: ["Hampton Pumps", ""],
  reseller_id: ["reseller-1", ""],
  location: ["Hampton"],
  title: ["Engineer"],
  resource_type: ["user", "enterprise", "session"],
  permission_category: ["owner", "employee"]
}

const isJson = Schema.is(Schema.Json)

/** Generates encoded values of a schema. */
const valuesOf = (schema: Schema.Top): Values => {
  const wire = Arbitrary.schema(Schema.toEncoded(schema))
  return fc.integer({ min: 0, max: 0xff_ff }).map((seed): Value => {
    const [value] = Effect.runSync(Effect.orDie(Arbitrary.sampleEffect(wire, { count: 1, seed })))
    return isJson(value) ? value : null
  })
}

const fieldOf = (name: string, schema: Schema.Top): Values => {
  if (Predicate.hasProperty(schema, "fields")) return fieldsOf(schema)
  const known = samples[name]
  return (
    meanings[name] ??
    (known === undefined
      ? valuesOf(schema)
      : fc.oneof({ arbitrary: fc.constantFrom(...known), weight: 3 }, valuesOf(schema)))
  )
}

/** Generates values of a struct, with and without optional fields. */
const fieldsOf = (schema: Schema.Top): fc.Arbitrary<Fields> => {
  const all = Predicate.hasProperty(schema, "fields") && Predicate.isObject(schema.fields) ? schema.fields : {}
  const fields = Object.entries(all).filter((field): field is [string, Schema.Top] => Schema.isSchema(field[1]))
  return fc.record(Object.fromEntries(fields.map(([name, field]) => [name, fieldOf(name, field)])), {
    requiredKeys: fields.filter(([, { ast }]) => !SchemaAST.isOptional(ast)).map(([name]) => name),
    noNullPrototype: true
  })
}

const tokens = fc.oneof({ arbitrary: refs("administrator token"), weight: 2 }, refs("token"))

/** Generates calls of an operation. */
const callsOf = ({ endpoint, group, id, takesUserToken }: Contract.Operation): fc.Arbitrary<Call> => {
  const { params, payload, query } = endpoint
  return fc
    .record({
      token: tokens,
      ...(params && { params: fieldsOf(params) }),
      ...(query && { query: fieldsOf(query) }),
      ...(payload && { payload: fieldsOf(payload) })
    })
    .map(({ token, ...input }: Omit<Call, "call">) => ({
      call: id,
      ...input,
      // the inspected token is in a parameter, or in the header
      ...(takesUserToken || (group === "Tokens" && input.query?.["token"] === undefined) ? { token } : {})
    }))
}

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
 * The groups that most operations of a sequence belong to. Sequences of all groups seldom reach errors between a few of them.
 */
export const focuses: ReadonlyArray<ReadonlyArray<string>> = [
  [],
  ...Array.from(new Set(Contract.operations.map(({ group }) => group)), (group) => [group]),
  ["EnterpriseUsers", "Auth"],
  ["EnterpriseUsers", "Registration", "Auth", "Mails"],
  ["PersonalAccessTokens", "Auth"],
  ["Calls", "Auth"]
]

const focusWeight = 10

const callsIn = (focus: ReadonlyArray<string>) =>
  Contract.operations.map((operation) => ({
    arbitrary: callsOf(operation),
    weight:
      (weights[operation.id] ?? weights[operation.group] ?? 1) * (focus.includes(operation.group) ? focusWeight : 1)
  }))

const uids = fc.noShrink(fc.integer({ min: 1, max: 0x7f_ff_ff_ff }))

// after tokens expire, most commands are refused
const advances = fc.oneof(
  ...durations.map((advance) => ({
    arbitrary: fc.constant({ advance }),
    weight: advance.endsWith("days") ? 1 : 6
  }))
)

/** Generates commands, most of them of the groups in focus, and concurrent ones if `concurrent`. */
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
