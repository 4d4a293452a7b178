import { Annotation } from "@remote-assist/core/Calls"
import { OnCallGroupId } from "@remote-assist/core/OnCallGroups"
import * as HashMap from "effect/HashMap"
import * as Schema from "effect/Schema"

import { CallRow } from "../../src/world/calls/Call.ts"
import * as Calls from "../../src/world/calls/Calls.ts"
import {
  Account,
  Confirmation,
  Enterprise,
  Grant,
  Mail,
  OnCallGroup,
  PersonalAccessToken,
  Pod,
  Settings
} from "../../src/world/model/rows.ts"
import type { World } from "../../src/world/model/World.ts"
import * as Users from "../../src/world/users/Users.ts"

/** Returns a world as JSON, with every generated user: the document that the patches of `diff` apply to. */
export const viewOf = (world: World): Schema.Json => {
  const { annotations, stored, ...calls } = world.calls
  const callId = (position: number) => Calls.idOf(world.calls, position)
  return Schema.decodeUnknownSync(Schema.Json)({
    settings: Schema.encodeSync(Settings)(world.settings),
    line: {},
    drawn: world.drawn,
    users: usersById(world.users),
    pods: listById(Pod, world.pods),
    accounts: mapByKey(Account, world.accounts),
    confirmations: mapByKey(Confirmation, world.confirmations),
    enterprises: Schema.encodeSync(Schema.Array(Enterprise))(world.enterprises),
    refreshTokens: mapByKey(Grant, world.refreshTokens),
    refreshTokensOf: {},
    personalAccessTokens: mapByKey(PersonalAccessToken, world.personalAccessTokens),
    personalAccessTokenIds: Object.fromEntries(world.personalAccessTokenIds),
    personalAccessTokensOf: {},
    personalAccessTokensGiven: {},
    calls,
    annotations: mapByKey(Annotation, annotations, callId),
    storedCalls: mapByKey(CallRow, stored.rows, callId),
    onCallGroups: listById(OnCallGroup, world.onCallGroups),
    favorites: mapByKey(Schema.Array(OnCallGroupId), world.favorites),
    aliases: Object.fromEntries(world.aliases),
    inviteUrls: Object.fromEntries(world.inviteUrls),
    outbox: mapByKey(Mail, world.outbox),
    mailsDropped: world.mailsDropped
  } satisfies Record<keyof World | "annotations" | "storedCalls", unknown>)
}

const usersById = (users: Users.Users) => {
  const positions = Array.from({ length: users.next }, (_, position) => position)
  return Object.fromEntries(
    positions
      .filter((position) => Users.isPresent(users, position))
      .map((position) => {
        const { entry, ...more } = Users.rowAt(users, position)
        return [Users.idAt(position), { ...entry, ...more }]
      })
  )
}

const listById = <Row extends { readonly id: number }>(schema: Schema.Codec<Row, unknown>, rows: ReadonlyArray<Row>) =>
  Object.fromEntries(rows.map((row) => [row.id, Schema.encodeSync(schema)(row)]))

const mapByKey = <Key extends string | number, Row>(
  schema: Schema.Codec<Row, unknown>,
  map: HashMap.HashMap<Key, Row>,
  name: (key: Key) => string | number = (key) => key
) => Object.fromEntries(HashMap.toEntries(map).map(([key, row]) => [name(key), Schema.encodeSync(schema)(row)]))
