import * as Contract from "@remote-assist/core/Contract"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Random from "effect/Random"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"

import type { Action, Call, Command, Duration, Fields, Value } from "./Command.ts"
import { Ref } from "./KnownValues.ts"
import type { Kind } from "./KnownValues.ts"

/** Generates values with the random numbers of the context. */
type Generator<A = Value> = Effect.Effect<A>

const pick = <A>(all: ReadonlyArray<A>): Generator<A> => Effect.orDie(Random.choice(all))

const values = (...all: ReadonlyArray<Value>) => pick(all)

const oneOf = <A>(...generators: ReadonlyArray<Generator<A>>): Generator<A> => Effect.flatten(pick(generators))

/** Generates with one of several generators, by their weights. */
const weighted = <A>(...choices: ReadonlyArray<readonly [weight: number, generator: Generator<A>]>): Generator<A> =>
  oneOf(...choices.flatMap(([weight, generator]) => Array.from({ length: weight }, () => generator)))

/** Generates lists of `min` to `max` elements. */
const lists = <A>(min: number, max: number, element: Generator<A>): Generator<ReadonlyArray<A>> =>
  Effect.flatMap(Random.nextIntBetween(min, max), (length) => Effect.replicateEffect(element, length))

/** Generates references to values of a kind. */
const refs = (kind: Kind, before?: string): Generator<Ref> =>
  Effect.map(Random.nextIntBetween(0, 0xff_ff), (pick) => new Ref({ kind, pick }, before))

/** Generates usual values, and sometimes others: a refused list does not show the effect of earlier commands. */
const mostly = (usual: Generator, ...others: ReadonlyArray<Value>): Generator =>
  weighted([8, usual], [Math.ceil(others.length / 4), values(...others)])

const secret = (...kinds: ReadonlyArray<Kind>): Generator =>
  mostly(oneOf(...kinds.map((kind) => refs(kind))), "unknown", "")

const filters = oneOf(
  values("name~=%a%", "name=Hydraulics", "id>0", "id>101"),
  refs("email", "email="),
  values("active=true", "active=false", "role_name=User", '"email|=ada@example.com,grace@example.com"'),
  values("updated_at>2026-01-10T00:00:00Z", "shoe=12", "email", "")
)

/** Few addresses, so that some appear twice: used, unused, unconfirmed and invalid ones. */
const emails = oneOf(
  refs("email"),
  values("fourth@example.com", "fifth@example.com", "sixth@example.com", "first@example.com"),
  values("Third+tag@example.com", "new@example.com", "ADA@example.com", "grace", "no address", "")
)

/** Meaningful values of fields, by their names. */
const meanings: Readonly<Record<string, Generator>> = {
  email: emails,
  contact_email: emails,
  password: mostly(refs("password"), "wrong-password", "another-horse", "short", ""),
  role: values("User", "EnterpriseAdmin", "Nobody"),
  pod_ids: lists(0, 2, mostly(refs("pod id"), 999)),
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
  contact_tokens: lists(0, 3, secret("contact", "token")),
  confirmation_token: secret("confirmation"),
  invitation_token: secret("confirmation"),
  link_url: secret("invite url"),
  permission_list: lists(0, 4, values("web_login", "view_contacts", "enterprise_admin", "manage_users")),
  name: values("Mary Jackson", "Ada Lovelace", ""),
  contact_name: values("Mary Jackson", ""),
  resource_type: values("user", "enterprise", "session"),
  permission_category: values("owner", "employee")
}

const isJson = Schema.is(Schema.Json)

/** Replaces most values of fields that have meaningful ones. */
const withMeanings = (value: unknown, name = ""): Generator => {
  const meaning = meanings[name]
  if (meaning !== undefined) return weighted([7, meaning], [1, Effect.succeed(isJson(value) ? value : null)])
  return Predicate.isObject(value)
    ? Effect.all(Record.map(value, (part, name) => withMeanings(part, name)))
    : Effect.succeed(isJson(value) ? value : null)
}

/** Generates encoded values of a struct. */
const fieldsOf = (schema: Schema.Top): Generator<Fields> => {
  const wire = Arbitrary.schema(Schema.toEncoded(schema))
  return Effect.gen(function* () {
    const [value] = yield* Effect.orDie(Arbitrary.sampleEffect(wire, { seed: yield* Random.nextInt, count: 1 }))
    const fields = Predicate.isReadonlyObject(value) ? Object.entries(value) : []
    return yield* Effect.all(Object.fromEntries(fields.map(([name, part]) => [name, withMeanings(part, name)])))
  })
}

const tokens = weighted([2, refs("administrator token")], [1, refs("token")])

/** Generates calls of an operation. */
const callsOf = ({ endpoint, group, id, takesUserToken }: Contract.Operation): Generator<Call> => {
  const { params, payload, query } = endpoint
  return Effect.map(
    Effect.all({
      token: tokens,
      ...(params && { params: fieldsOf(params) }),
      ...(query && { query: fieldsOf(query) }),
      ...(payload && { payload: fieldsOf(payload) })
    }),
    ({ token, ...input }: Omit<Call, "call">) => ({
      call: id,
      ...input,
      // the inspected token is in a parameter, or in the header
      ...(takesUserToken || (group === "Tokens" && input.query?.["token"] === undefined) ? { token } : {})
    })
  )
}

const calls = Contract.operations.map((operation) => ({ group: operation.group, generate: callsOf(operation) }))

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

const focusWeight = 10

// after tokens expire, most commands are refused
const advances = weighted<Duration>(
  [9, pick<Duration>(["1 second", "61 seconds", "1 hour"])],
  [1, pick<Duration>(["31 days", "91 days"])]
)

/** Generates actions, most of them of the groups in focus, and concurrent ones if `concurrent`. */
const actions = (focus: ReadonlyArray<string>, concurrent: boolean): Generator<Action> => {
  const call = weighted(
    ...calls.map(({ generate, group }) => [focus.includes(group) ? focusWeight : 1, generate] as const)
  )
  return weighted<Action>(
    [20, call],
    [1, Effect.map(advances, (advance) => ({ advance }))],
    [focus.includes("Mails") ? 4 : 2, Effect.map(refs("email"), (mails) => ({ mails }))],
    [concurrent ? 8 : 0, Effect.map(lists(2, 4, call), (together) => ({ together }))]
  )
}

/** Generates a sequence of at most `maxLength` commands, also concurrent ones if `concurrent`. */
export const sequences = (maxLength: number, concurrent: boolean): Generator<ReadonlyArray<Command>> =>
  Effect.map(
    Effect.flatMap(pick(focuses), (focus) => lists(1, maxLength, actions(focus, concurrent))),
    (all) => all.map((action, index): Command => ({ ...action, uid: index + 1 }))
  )
