import { Annotation } from "@remote-assist/core/Calls"
import * as Schema from "effect/Schema"

import { mostCalls, shapes } from "../calls/Calls.ts"
import * as EmailAddress from "../users/emailAddress.ts"
import { roles } from "../users/roles.ts"
import { mostUsers } from "./defaultWorld.ts"
import { problems } from "./problems.ts"

const Name = Schema.NonEmptyString

const Email = Schema.String.check(Schema.isPattern(EmailAddress.form, { expected: "an e-mail address" }))

const ListedUser = Schema.Struct({
  name: Name,
  email: Email,
  /** The part of the e-mail address before the @ unless set. */
  username: Schema.optionalKey(Name),
  role: Schema.optionalKey(Schema.Literals(roles.map(({ name }) => name))),
  active: Schema.optionalKey(Schema.Boolean),
  /** That of the demo users unless set. */
  password: Schema.optionalKey(Name),
  /** By name; the default pods unless set. */
  pods: Schema.optionalKey(Schema.Array(Name)),
  /** On-call groups, by name. */
  favorites: Schema.optionalKey(Schema.Array(Name)),
  personal_access_tokens: Schema.optionalKey(
    Schema.Array(Schema.Struct({ token: Name, description: Schema.optionalKey(Schema.String) }))
  )
})

const Listed = Schema.Struct({
  name: Name,
  description: Schema.optionalKey(Schema.String)
})

/** What a world begins with, beside the default world or in place of it. */
export const WorldFile = Schema.Struct({
  /** Whether the default world is there too, as it is unless set. */
  default: Schema.optionalKey(Schema.Boolean),
  /** How many users there are beside those that are listed, and how many calls; those of the default world included. */
  size: Schema.optionalKey(
    Schema.Struct({
      users: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: mostUsers }))),
      calls: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: mostCalls }))),
      /** How the calls are. */
      shape: Schema.optionalKey(Schema.Literals(shapes))
    })
  ),
  pods: Schema.optionalKey(
    Schema.Array(Schema.Struct({ ...Listed.fields, default: Schema.optionalKey(Schema.Boolean) }))
  ),
  on_call_groups: Schema.optionalKey(Schema.Array(Listed)),
  users: Schema.optionalKey(Schema.Array(ListedUser)),
  /** Registered and not confirmed. */
  accounts: Schema.optionalKey(
    Schema.Array(Schema.Struct({ name: Name, email: Email, password: Name, confirmation_token: Name }))
  ),
  /** Of calls by their position, 0 being the newest. */
  annotations: Schema.optionalKey(
    Schema.Array(Schema.Struct({ call: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)), ...Annotation.fields }))
  )
}).check(Schema.makeFilter((file) => problems(file)))
export type WorldFile = typeof WorldFile.Type
