import { UserId } from "@remote-assist/core/EnterpriseUsers"
import type { EnterpriseUser } from "@remote-assist/core/EnterpriseUsers"
import { PodId } from "@remote-assist/core/Pods"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

import { textOf } from "../json.ts"
import type { Kind } from "../lists/filter.ts"
import { badInput } from "../ServiceError.ts"
import type { Checked } from "../ServiceError.ts"
import { dateTimeAccepts, isDateTime } from "../timestamp.ts"
import type { GeneratedUser } from "./GeneratedUser.ts"

export interface Role {
  readonly id: number
  readonly name: string
  readonly permissions: ReadonlyArray<string>
}

const everyone = ["manage_account", "manage_personal_contacts", "view_account", "view_contacts", "web_login"]

export const plainUser: Role = { id: 3, name: "User", permissions: everyone }

export const administrator: Role = {
  id: 1,
  name: "EnterpriseAdmin",
  permissions: [
    ...everyone,
    "enterprise_admin",
    "manage_billing",
    "manage_groups",
    "manage_reports",
    "manage_sessions",
    "manage_users"
  ]
}

export const roles: ReadonlyArray<Role> = [administrator, plainUser]

export const enterpriseId = 8888

export const enterpriseIdOf = (world: { readonly settings: { readonly enterprise?: { readonly id: number } } }) =>
  world.settings.enterprise?.id ?? enterpriseId

export const localPart = (email: string): string => email.slice(0, email.lastIndexOf("@"))

export const emailPattern = /^[^\s@]+@[^\s@]+$/

export const parseEmail = (email: string): Checked<string> =>
  emailPattern.test(email)
    ? Result.succeed(email)
    : badInput(`The field email holds ${JSON.stringify(email)}, which is not an e-mail address.`)

/** A new user, active and confirmed. */
export interface Newcomer {
  readonly id: UserId
  readonly username: string
  readonly name: string
  readonly email: string
  readonly role: Role
  readonly at: string
  readonly invited: boolean
}

export interface Field<Value> {
  readonly schema: Schema.Codec<Value, unknown>
  readonly kind: Kind
  readonly created: (newcomer: Newcomer) => Value
  readonly generated: (row: GeneratedUser) => Value
}

type Values<Value> = Omit<Field<Value>, "schema" | "kind">

const text = (values: Values<string>): Field<string> => ({ schema: Schema.String, kind: "text", ...values })

const Moment = textOf((text) => text === "" || isDateTime(text), `${dateTimeAccepts}, or an empty text`)

const moment = (values: Values<string>): Field<string> => ({ schema: Moment, kind: "date-time", ...values })

const flag = (values: Values<boolean>): Field<boolean> => ({ schema: Schema.Boolean, kind: "flag", ...values })

const integer = (values: Values<number>): Field<number> => ({ schema: Schema.Int, kind: "number", ...values })

const always = <Value>(value: Value): Values<Value> => ({ created: () => value, generated: () => value })

const unset = text(always(""))

const never = moment(always(""))

const Picture = Schema.Struct({ original: Schema.NullOr(Schema.String), thumb: Schema.NullOr(Schema.String) })

const avatar: Field<typeof Picture.Type> = { schema: Picture, kind: "text", ...always({ original: null, thumb: null }) }

const id: Field<UserId> = {
  schema: UserId,
  kind: "number",
  created: ({ id }) => id,
  generated: (row) => UserId.make(row.id)
}

const permissions: Field<ReadonlyArray<string>> = {
  schema: Schema.Array(Schema.String),
  kind: "text",
  created: ({ role }) => role.permissions,
  generated: () => plainUser.permissions
}

const whenCreated = moment({ created: ({ at }) => at, generated: (row) => row.createdAt })

/** The fields of a stored entry, all of them set; an unset date is `""`. The token is created for a list. */
export const fields = {
  id,
  username: text({ created: ({ username }) => username, generated: (row) => row.username }),
  name: text({ created: ({ name }) => name, generated: (row) => row.name }),
  email: text({ created: ({ email }) => email, generated: (row) => row.email }),
  available: flag({ created: () => false, generated: (row) => row.isAvailable }),
  last_used_at: moment({ created: () => "", generated: (row) => row.usedAt }),
  active: flag({ created: () => true, generated: (row) => row.isActive }),
  avatar,
  confirmation_sent_at: never,
  confirmed_at: whenCreated,
  created_at: whenCreated,
  email_confirmed: flag(always(true)),
  enterprise_id: integer(always(enterpriseId)),
  first_call_at: moment({ created: () => "", generated: () => "" }),
  invitation_sent_at: moment({ created: ({ at, invited }) => (invited ? at : ""), generated: (row) => row.createdAt }),
  is_confirmed: flag(always(true)),
  is_first_login: flag({ created: () => true, generated: (row) => row.usedAt === "" }),
  license: unset,
  location: text({ created: () => "", generated: (row) => row.location }),
  manage: flag({ created: ({ role }) => role.id === administrator.id, generated: () => false }),
  permissions,
  provider: unset,
  provider_uid: unset,
  role_id: integer({ created: ({ role }) => role.id, generated: () => plainUser.id }),
  role_name: text({ created: ({ role }) => role.name, generated: () => plainUser.name }),
  status: integer(always(0)),
  status_message: unset,
  title: text({ created: () => "", generated: (row) => row.title }),
  unavailable_expires_at: never,
  updated_at: moment({ created: ({ at }) => at, generated: (row) => row.usedAt || row.createdAt })
} satisfies { readonly [Name in Exclude<keyof EnterpriseUser, "token">]-?: Field<NonNullable<EnterpriseUser[Name]>> }

interface ToSchema extends Struct.Lambda {
  <Value>(field: Field<Value>): Schema.Codec<Value, unknown>
  readonly "~lambda.out": this["~lambda.in"] extends Field<infer Value> ? Schema.Codec<Value, unknown> : never
}

interface ToValue extends Struct.Lambda {
  <Value>(field: Field<Value>): Value
  readonly "~lambda.out": this["~lambda.in"] extends Field<infer Value> ? Value : never
}

/** An entry of the user administration with all fields set. */
export const Entry = Schema.Struct(
  Struct.map(
    fields,
    Struct.lambda<ToSchema>(({ schema }) => schema)
  )
)
export type Entry = typeof Entry.Type

export const User = Schema.Struct({
  entry: Entry,
  pods: Schema.Array(PodId),
  password: Schema.optionalKey(Schema.String),
  /** A new e-mail address that is not confirmed yet. */
  newEmail: Schema.optionalKey(Schema.Struct({ address: Schema.String, token: Schema.String })),
  /** The branch of history in which the user was created; unset for the root. */
  line: Schema.optionalKey(Schema.String),
  /** The number of deactivations; unset for none. */
  deactivations: Schema.optionalKey(Schema.Int),
  /** The branch of history of the last deactivation; unset for the root. */
  deactivatedIn: Schema.optionalKey(Schema.String),
  personalRoom: Schema.optionalKey(Schema.Struct({ session: Schema.String, url: Schema.String }))
})
export type User = typeof User.Type

export const createdEntry = (newcomer: Newcomer): Entry =>
  Struct.map(
    fields,
    Struct.lambda<ToValue>(({ created }) => created(newcomer))
  )

export const generatedEntry = (row: GeneratedUser): Entry =>
  Struct.map(
    fields,
    Struct.lambda<ToValue>(({ generated }) => generated(row))
  )
