import { Annotation } from "@remote-assist/core/Calls"
import { RegionName } from "@remote-assist/core/Region"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

import { millisOf } from "../calls/actions.ts"
import { mostCalls } from "../calls/Calls.ts"
import { inOrder, mostKept, scriptFields } from "../calls/CallScript.ts"
import { formatSchemaError } from "../json.ts"
import { Pod } from "../model/rows.ts"
import * as EmailAddress from "../users/User.ts"
import { roles, Entry } from "../users/User.ts"
import { idAt } from "../users/Users.ts"
import { problems } from "./conflicts.ts"
import { mostUsers } from "./defaultWorld.ts"

/** The most calls that a world file lists. */
const mostListed = mostKept

/** A call of a world file: its script, and how long before the world it began. */
export const ListedCall = Schema.Struct({
  ...scriptFields,
  /** Both unless set. */
  region: Schema.optionalKey(RegionName),
  /** How long before the beginning of the world; as it begins unless set. */
  ago: Schema.optionalKey(
    Schema.String.check(
      Schema.makeFilter((text) => Option.isSome(millisOf(text)), {
        expected: "how long before the world begins, such as 2 hours, a year at most"
      })
    )
  )
}).check(inOrder)
export type ListedCall = typeof ListedCall.Type

const Name = Schema.NonEmptyString

const Email = Schema.String.check(Schema.isPattern(EmailAddress.emailPattern, { expected: "an e-mail address" }))

const ListedUser = Schema.Struct({
  name: Name,
  email: Email,
  /** Without the default world alone; the next one unless set. */
  id: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: idAt(0), maximum: idAt(mostUsers - 1) }))),
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
  ),
  // what else an entry has; that of a user who was just created unless set
  ...Struct.map(Struct.omit(Entry.fields, ["id", "username", "name", "email", "active"]), Schema.optionalKey)
})

const Listed = Schema.Struct({
  name: Name,
  description: Schema.optionalKey(Schema.String)
})

const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

const ListedPod = Schema.Struct({
  ...Listed.fields,
  /** The next one unless set. */
  id: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))),
  default: Schema.optionalKey(Schema.Boolean),
  enterprise_id: Schema.optionalKey(Schema.Int),
  avatar: Schema.optionalKey(Pod.fields.avatar),
  /** How many users it shows; those that are listed with it unless set. */
  user_count: Schema.optionalKey(Count),
  admin_count: Schema.optionalKey(Count),
  /** By e-mail address; the administrators that are listed with it unless set. */
  admins: Schema.optionalKey(Schema.Array(Email)),
  /** Other pods, by name. */
  subpods: Schema.optionalKey(Schema.Array(Name))
})

/** What a world begins with, beside the default world or in place of it. */
export const WorldFile = Schema.Struct({
  /** Whether the default world is there too, as it is unless set. */
  default: Schema.optionalKey(Schema.Boolean),
  /** How many users there are beside those that are listed, and how many calls; those of the default world included. */
  size: Schema.optionalKey(
    Schema.Struct({
      users: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: mostUsers }))),
      calls: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: mostCalls })))
    })
  ),
  pods: Schema.optionalKey(Schema.Array(ListedPod)),
  on_call_groups: Schema.optionalKey(
    Schema.Array(
      Schema.Struct({
        ...Listed.fields,
        /** Whom a call to it rings, by their user names. */
        members: Schema.optionalKey(Schema.Array(Name))
      })
    )
  ),
  users: Schema.optionalKey(Schema.Array(ListedUser)),
  /** Registered and not confirmed. */
  accounts: Schema.optionalKey(
    Schema.Array(Schema.Struct({ name: Name, email: Email, password: Name, confirmation_token: Name }))
  ),
  /** Of calls by their position, 0 being the newest. */
  annotations: Schema.optionalKey(
    Schema.Array(Schema.Struct({ call: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)), ...Annotation.fields }))
  ),
  /** That were placed before the world begins, or as it does. */
  calls: Schema.optionalKey(Schema.Array(ListedCall).check(Schema.isMaxLength(mostListed)))
}).check(Schema.makeFilter((file) => problems(file)))
export type WorldFile = typeof WorldFile.Type

/** A file or an option that describes no world. */
export class UnusableWorld extends Schema.TaggedError<UnusableWorld>()("UnusableWorld", {
  source: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `Cannot use ${this.source}: ${this.reason}.`
  }
}

const decodeWorld = Schema.decodeUnknownResult(WorldFile, { onExcessProperty: "error" })

/** The world that a value describes, or where it does not. */
export const decode = (value: unknown, source: string): Result.Result<WorldFile, UnusableWorld> =>
  Result.mapError(decodeWorld(value), (error) => new UnusableWorld({ source, reason: formatSchemaError(error) }))
