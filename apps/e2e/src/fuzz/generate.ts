import * as Contract from "@remote-assist/core/Contract"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as fc from "fast-check"

import type { Call, Command, Duration, Fields, Kind, Value } from "./Command.ts"
import { administratorLogIn, Ref } from "./Command.ts"

type Values = fc.Arbitrary<Value>

const values = (...all: ReadonlyArray<Value>): Values => fc.noShrink(fc.constantFrom(...all))

/** Generates references to values of a kind. */
const refs = (kind: Kind): fc.Arbitrary<Ref> =>
  fc.noShrink(fc.nat(0xff_ff).map((pick) => new Ref({ wanted: { kind, pick } })))

const weighted = <A>(weight: number, arbitrary: fc.Arbitrary<A>) => ({ weight, arbitrary })

/** Generates usual values, and sometimes others: a refused list does not show the effect of earlier commands. */
const mostly = (usual: Values, ...others: ReadonlyArray<Value>): Values =>
  fc.oneof(weighted(8, usual), weighted(Math.ceil(others.length / 4), values(...others)))

const secret = (...kinds: ReadonlyArray<Kind>): Values =>
  mostly(fc.oneof(...kinds.map((kind) => refs(kind))), "unknown", "")

const filters = fc.oneof(
  values("name~=%a%", "name=Hydraulics", "id>0", "id>101"),
  values("email=ada@example.com", "email=grace@example.com", "email=fourth@example.com"),
  values("active=true", "active=false", "role_name=User", '"email|=ada@example.com,grace@example.com"'),
  values("updated_at>2026-01-10T00:00:00Z", "shoe=12", "email", "")
)

/** Few addresses, so that some appear twice: used, unused, unconfirmed and invalid ones. */
const emails = fc.oneof(
  refs("email"),
  values("fourth@example.com", "fifth@example.com", "sixth@example.com", "first@example.com"),
  values("Third+tag@example.com", "new@example.com", "ADA@example.com", "grace", "no address", "")
)

/** Meaningful values of fields, by their names. */
const meanings: Readonly<Record<string, Values>> = {
  email: emails,
  contact_email: emails,
  password: mostly(refs("password"), "wrong-password", "another-horse", "short", ""),
  role: values("User", "EnterpriseAdmin", "Nobody"),
  pod_ids: fc.array(mostly(refs("pod id"), 999), { maxLength: 2 }),
  user_id: mostly(refs("user id"), 424_242, 0, -1),
  group_id: mostly(refs("group id"), 999),
  call_id: mostly(refs("call id"), "call_unknown", "1"),
  id: mostly(refs("personal access token id"), 999),
  filter: filters,
  order: mostly(values("name", "-name", "id"), "name desc", "email", "created_at", "shoe", ""),
  page: mostly(values(1, 1, 1, 2), 3, 99),
  page_size: mostly(values(1, 2, 3, 5, 20, 100), 0, -1),
  refresh_token: secret("refresh token", "alias"),
  token: secret("token", "personal access token"),
  user_token: secret("token"),
  contact_tokens: fc.array(secret("contact", "token"), { maxLength: 3 }),
  confirmation_token: secret("confirmation"),
  invitation_token: secret("confirmation"),
  link_url: secret("invite url"),
  permission_list: fc.subarray(["web_login", "view_contacts", "enterprise_admin", "manage_users"]),
  name: values("Mary Jackson", "Ada Lovelace", ""),
  contact_name: values("Mary Jackson", ""),
  resource_type: values("user", "enterprise", "session"),
  permission_category: values("owner", "employee")
}

const isJson = Schema.is(Schema.Json)

const valuesOf = (schema: Schema.Top): Values => {
  const wire = Arbitrary.schema(Schema.toEncoded(schema))
  const sample = (seed: number): Value => {
    const [value] = Effect.runSync(Effect.orDie(Arbitrary.sampleEffect(wire, { count: 1, seed })))
    return isJson(value) ? value : null
  }
  return fc.noShrink(fc.nat(0xff_ff).map(sample))
}

const fieldOf = (name: string, schema: Schema.Top): Values => {
  if (Predicate.hasProperty(schema, "fields")) return fieldsOf(schema)
  const meaning = meanings[name]
  return meaning === undefined ? valuesOf(schema) : fc.oneof(weighted(7, meaning), weighted(1, valuesOf(schema)))
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

const tokens = fc.oneof(weighted(2, refs("administrator token")), weighted(1, refs("token")))

const callsOf = ({ endpoint, group, id, takesUserToken }: Contract.Operation): fc.Arbitrary<Call> => {
  const { params, payload, query } = endpoint
  const input = fc.record({
    token: tokens,
    ...(params && { params: fieldsOf(params) }),
    ...(query && { query: fieldsOf(query) }),
    ...(payload && { payload: fieldsOf(payload) })
  })
  return input.map(({ token, ...sent }: Omit<Call, "call">) => ({
    call: id,
    ...sent,
    // the inspected token is in a parameter, or in the header
    ...(takesUserToken || (group === "Tokens" && sent.query?.["token"] === undefined) ? { token } : {})
  }))
}

const calls = Contract.operations.map((operation) => ({ group: operation.group, arbitrary: callsOf(operation) }))

/**
 * The groups that most operations of a sequence belong to. Sequences of all groups seldom reach errors between a few of them.
 */
const focuses: ReadonlyArray<ReadonlyArray<string>> = [
  [],
  ...Array.from(new Set(Contract.operations.map(({ group }) => group)), (group) => [group]),
  ["EnterpriseUsers", "Auth"],
  ["EnterpriseUsers", "Registration", "Auth", "Mails"],
  ["PersonalAccessTokens", "Auth"],
  ["Calls", "Auth"]
]

// after tokens expire, most commands are refused
const advances = fc.oneof(
  weighted(9, fc.constantFrom<Duration>("1 second", "61 seconds", "1 hour")),
  weighted(1, fc.constantFrom<Duration>("31 days", "91 days"))
)

const firstOf = (kind: Kind) => new Ref({ wanted: { kind, pick: 0 } })

/** The log-in of the administrator and the list of users, which most commands need. */
const setup: ReadonlyArray<Command> = [
  {
    uid: administratorLogIn,
    call: "Auth.logIn",
    payload: { email: firstOf("administrator"), password: firstOf("password") }
  },
  { uid: -1, call: "EnterpriseUsers.list", token: firstOf("administrator token") }
]

/** Generates commands, most of them of the groups in focus, and concurrent ones if `concurrent`. */
const commands = (focus: ReadonlyArray<string>, concurrent: boolean): fc.Arbitrary<Command> => {
  const call = fc.oneof(...calls.map(({ arbitrary, group }) => weighted(focus.includes(group) ? 10 : 1, arbitrary)))
  const actions = fc.oneof(
    weighted(20, call),
    weighted(1, fc.record({ advance: advances })),
    weighted(focus.includes("Mails") ? 4 : 2, fc.record({ mails: refs("email") })),
    weighted(concurrent ? 8 : 0, fc.record({ together: fc.array(call, { minLength: 2, maxLength: 4, size: "max" }) }))
  )
  return fc.tuple(fc.noShrink(fc.nat()), actions).map(([uid, action]) => ({ ...action, uid: uid + 1 }))
}

/** Generates sequences of at most `maxLength` commands, also concurrent ones if `concurrent`. */
export const sequences = (maxLength: number, concurrent: boolean): fc.Arbitrary<ReadonlyArray<Command>> => {
  const generated = focuses.map((focus) =>
    fc.array(commands(focus, concurrent), { minLength: 1, maxLength, size: "max" })
  )
  // all but the last command can be removed
  const needed = setup.map((command) => fc.option(fc.constant(command), { freq: 1000 }))
  return fc
    .tuple(fc.oneof(...generated), ...needed)
    .map(([all, ...first]) => [...first.filter((command) => command !== null), ...all])
}
