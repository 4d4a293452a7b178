import * as fc from "fast-check"

import type { Value } from "../code/Value.ts"
import type { Kind, Ref } from "./Command.ts"
import { refs } from "./refs.ts"

type Values = fc.Arbitrary<Value<Ref>>

const known = (kind: Kind, ...others: ReadonlyArray<Value<Ref>>): Values =>
  fc.oneof(
    { arbitrary: refs(kind), weight: 8 },
    ...others.map((other) => ({ arbitrary: fc.constant(other), weight: 1 }))
  )

const oneOf =
  (...values: ReadonlyArray<Value<Ref>>) =>
  (): Values =>
    fc.constantFrom(...values)

const orAny =
  (...values: ReadonlyArray<Value<Ref>>) =>
  (any: Values): Values =>
    fc.oneof({ arbitrary: fc.constantFrom(...values), weight: 3 }, any)

const secret = (...kinds: ReadonlyArray<Kind>): Values =>
  fc.oneof(...kinds.map((kind) => ({ arbitrary: refs(kind), weight: 6 })), {
    arbitrary: fc.constantFrom("unknown", ""),
    weight: 1
  })

/** Mostly what is taken, and now and then what is refused: a list that is refused shows nothing of what was done before it. */
const mostly = (taken: ReadonlyArray<Value<Ref>>, refused: ReadonlyArray<Value<Ref>>): Values =>
  fc.oneof({ arbitrary: fc.constantFrom(...taken), weight: 8 }, { arbitrary: fc.constantFrom(...refused), weight: 1 })

// fields that all that is listed has
const filters = fc.oneof(
  { arbitrary: fc.constantFrom<Value<Ref>>("name~=%a%", "name=Hydraulics", "id>0", "id>101"), weight: 6 },
  { arbitrary: refs("email", "email="), weight: 3 },
  {
    arbitrary: fc.constantFrom<Value<Ref>>(
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
export const meanings: Readonly<Record<string, (any: Values) => Values>> = {
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
