import * as Schema from "effect/Schema"

import type { Descriptions } from "./Description.ts"
import * as Endpoint from "./Endpoint.ts"
import { errorsV1Token } from "./Errors.ts"
import * as Group from "./Group.ts"
import * as Page from "./Page.ts"
import * as Wire from "./Wire.ts"

/** Id of an on-call group. */
export const OnCallGroupId = Schema.Int.pipe(Schema.brand("OnCallGroupId"))
export type OnCallGroupId = typeof OnCallGroupId.Type

/** A group whose members take calls. Source: interface §2.12. */
export class OnCallGroup extends Wire.Struct<OnCallGroup>("on_call_group")({
  /** Picture. */
  avatar: Wire.Avatar,
  /** Purpose. */
  description: Wire.Text,
  /** Number of the enterprise. */
  enterprise_id: Wire.Integer,
  /** Whether it is a favorite of the caller. */
  favorite: Wire.Flag,
  /** Number of the group. */
  id: OnCallGroupId,
  /** Name. */
  name: Wire.Text,
  /** Whether it is a group whose members take calls. */
  on_call_group: Wire.Flag
}) {}

/** Selects on-call groups: `order` is a list of keys, `filter` one clause such as `name=Hydraulics`, unencoded. */
export class OnCallGroupQuery extends Wire.Struct<OnCallGroupQuery>()({
  /** Sort keys, such as `name`. */
  order: Schema.optionalKey(Schema.String),
  /** One clause such as `name=Hydraulics`, unencoded; operators as in `UserQuery`. */
  filter: Schema.optionalKey(Schema.String),
  ...Page.queryFields
}) {}

const favorites = "/v1/on_call_groups/:group_id/favorites"
const common = { errors: errorsV1Token, takesUserToken: true } as const
const ofGroup = {
  params: Schema.Struct({ group_id: OnCallGroupId }),
  success: Schema.String,
  retry: "idempotent",
  ...common
} as const

/** The on-call groups and the caller's favorites among them. Source: interface §4.4, 7-9. */
export const OnCallGroupsGroup = Endpoint.group("OnCallGroups", {
  /** Lists one page of groups. Source: interface §4.4, 7. */
  list: Endpoint.get("/v1/on_call_groups", {
    query: OnCallGroupQuery,
    success: Page.Page(OnCallGroup),
    retry: "safe",
    ...common
  }),
  /** Marks a group as a favorite of the caller. Source: interface §4.4, 8. */
  favorite: Endpoint.post(favorites, ofGroup),
  /** Unmarks a favorite. Source: interface §4.4, 9. */
  unfavorite: Endpoint.delete(favorites, ofGroup)
})

/** The texts of the operations on on-call groups for documents. */
export const OnCallGroupsDescription = {
  description: "Groups whose members take calls, and the caller's favorites among them.",
  operations: {
    list: { section: "§4.4, 7", summary: "List one page of the on-call groups", answers: "OnCallGroupPage" },
    favorite: {
      section: "§4.4, 8",
      summary: "Make an on-call group the caller's favorite",
      description: "A favorite stays one.",
      answers: "Acknowledgement"
    },
    unfavorite: { section: "§4.4, 9", summary: "Take an on-call group off the favorites", answers: "Acknowledgement" }
  }
} as const satisfies Descriptions<typeof OnCallGroupsGroup>

/** Lists on-call groups and marks favorites. */
export class OnCallGroups extends Group.Service<OnCallGroups>()(OnCallGroupsGroup, ({ list }) => Page.streams(list)) {}
