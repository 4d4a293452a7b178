import { Annotation } from "@remote-assist/core/Calls"
import { UserId } from "@remote-assist/core/EnterpriseUsers"
import { OnCallGroupId } from "@remote-assist/core/OnCallGroups"
import { PersonalAccessTokenId } from "@remote-assist/core/PersonalAccessTokens"
import { identity } from "effect/Function"
import * as HashMap from "effect/HashMap"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

import { CallRow } from "../calls/Call.ts"
import * as Calls from "../calls/Calls.ts"
import * as Users from "../users/Users.ts"
import { CallsTable, callsChange } from "./callsTable.ts"
import * as Change from "./Change.ts"
import * as Rows from "./rows.ts"
import { UsersTable, usersChange, usersView } from "./usersTable.ts"
import * as View from "./View.ts"

/** A part of a world, and how it is stored and compared. */
export interface Part<Value> {
  /** Encodes the whole part, for a snapshot of the state file. */
  readonly schema: Schema.Codec<Value, unknown>
  readonly empty: Value
  /** Shows the part in a comparison of two states. */
  readonly view: View.View<Value>
  /** Encodes a change of the part, for the log of the state file. */
  readonly change: Change.Change<Value>
  /** Further views of the part, by name. */
  readonly beside?: Readonly<Record<string, View.View<Value>>>
}

const value = <Value>(schema: Schema.Codec<Value, unknown>, empty: Value): Part<Value> => ({
  schema,
  empty,
  view: View.ofValue(View.encoder(schema)),
  change: Change.ofValue(schema)
})

const list = <Entry extends { readonly id: number }>(
  schema: Schema.Codec<Entry, unknown>
): Part<ReadonlyArray<Entry>> => ({
  ...value<ReadonlyArray<Entry>>(Schema.Array(schema), []),
  view: View.ofList(View.encoder(schema))
})

const map = <Key extends string | number, Value>(
  key: Schema.Codec<Key, unknown>,
  value: Schema.Codec<Value, unknown>
): Part<HashMap.HashMap<Key, Value>> => ({
  schema: Change.hashMap(key, value),
  empty: HashMap.empty(),
  view: View.ofMap(identity, View.encoder(value)),
  change: Change.ofMap(key, value)
})

const users: Part<Users.Users> = {
  schema: UsersTable,
  empty: Users.make([], { seed: 0, from: 0, to: 0, pods: [] }),
  view: usersView,
  change: usersChange
}

const calls: Part<Calls.Calls> = {
  schema: CallsTable,
  empty: Calls.make({ seed: 0, size: 0, users: 0 }),
  view: View.ofValue(Struct.omit(["annotations", "stored"])),
  change: callsChange,
  beside: {
    annotations: View.ofMap(
      ({ annotations }) => annotations,
      View.encoder(Annotation),
      (position, calls) => Calls.idOf(calls, position)
    ),
    storedCalls: View.ofMap(
      ({ stored }) => stored.rows,
      View.encoder(CallRow),
      (position, calls) => Calls.idOf(calls, position)
    )
  }
}

export const parts = {
  line: { ...value<Rows.BranchId>(Schema.String, Rows.rootBranch), view: View.hidden },
  /** The number of random values that were used. */
  drawn: value<number>(Schema.Int, 0),
  users,
  pods: list(Rows.Pod),
  /** Accounts by e-mail address, in lower case. */
  accounts: map(Schema.String, Rows.Account),
  /** By confirmation token. */
  confirmations: map(Schema.String, Rows.Confirmation),
  /** The enterprises that were registered in this world. */
  enterprises: value<ReadonlyArray<Rows.Enterprise>>(Schema.Array(Rows.Enterprise), []),
  refreshTokens: map(Schema.String, Rows.Grant),
  /** The refresh tokens of each owner, the oldest first. */
  refreshTokensOf: { ...map(Schema.String, Schema.Array(Schema.String)), view: View.hidden },
  personalAccessTokens: map(PersonalAccessTokenId, Rows.PersonalAccessToken),
  personalAccessTokenIds: map(Schema.String, PersonalAccessTokenId),
  /** The ids of each user's personal access tokens, the oldest first. */
  personalAccessTokensOf: { ...map(UserId, Schema.Array(PersonalAccessTokenId)), view: View.hidden },
  /** The number of ids of personal access tokens that were used. */
  personalAccessTokensGiven: { ...value<number>(Schema.Int, 0), view: View.hidden },
  calls,
  onCallGroups: list(Rows.OnCallGroup),
  favorites: map(UserId, Schema.Array(OnCallGroupId)),
  /** Log-in users by the refresh tokens of their aliases. */
  aliases: map(Schema.String, UserId),
  /** The invited user of each workbox invite URL. */
  inviteUrls: map(Schema.String, UserId),
  outbox: map(Schema.Int, Rows.Mail),
  /** The number of e-mails that the outbox dropped. */
  mailsDropped: value<number>(Schema.Int, 0)
}
