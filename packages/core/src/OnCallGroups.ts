import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"

import * as Credentials from "./Credentials.ts"
import type { Descriptions } from "./Description.ts"
import * as Endpoint from "./Endpoint.ts"
import { errorsV1Token } from "./Errors.ts"
import type { CallError, ErrorText, ErrorV1, SessionError } from "./Errors.ts"
import * as Methods from "./Methods.ts"
import * as Page from "./Page.ts"
import type { Region } from "./Region.ts"
import type { Transport } from "./Transport.ts"
import type { UserToken } from "./UserToken.ts"
import * as Wire from "./Wire.ts"

/** Id of an on-call group. */
export const OnCallGroupId = Schema.Int.pipe(Schema.brand("OnCallGroupId"))
export type OnCallGroupId = typeof OnCallGroupId.Type

/** A group whose members take calls. Source: interface §2.12. */
export const OnCallGroup = Schema.Struct({
  /** Picture of the group. */
  avatar: Wire.Avatar,
  /** What it is for. */
  description: Wire.Text,
  /** Number of the enterprise. */
  enterprise_id: Wire.Integer,
  /** Whether it is a favorite of the caller. */
  favorite: Wire.Flag,
  /** Number of the group. */
  id: OnCallGroupId,
  /** Its name. */
  name: Wire.Text,
  /** Whether it is a group whose members take calls. */
  on_call_group: Wire.Flag
}).annotate({ identifier: "on_call_group" })
/** The fields of {@link OnCallGroup}, by a name that editors show. */
export interface OnCallGroupFields extends Schema.Schema.Type<typeof OnCallGroup> {}
export type OnCallGroup = OnCallGroupFields

/** Which groups to list: `order` is a list of keys, `filter` one clause such as `name=Hydraulics`, unencoded. */
export const OnCallGroupQuery = Schema.Struct({
  /** Keys to order by, such as `name`. */
  order: Schema.optionalKey(Schema.String),
  /** One clause such as `name=Hydraulics`, unencoded. */
  filter: Schema.optionalKey(Schema.String),
  /** Which page, from 1. */
  page: Schema.optionalKey(Page.PageNumber),
  /** Entries of a page; 20 unless set. */
  page_size: Schema.optionalKey(Schema.Int)
})
export type OnCallGroupQuery = typeof OnCallGroupQuery.Type

const favorites = "/v1/on_call_groups/:group_id/favorites"
const group = Schema.Struct({ group_id: OnCallGroupId })

const own = { errors: errorsV1Token, takesUserToken: true } as const

/** The on-call groups and the caller's favorites among them. Source: interface §4.4, 7-9. */
export const OnCallGroupsGroup = Endpoint.group("OnCallGroups", {
  list: Endpoint.get("/v1/on_call_groups", {
    query: OnCallGroupQuery,
    success: Page.Page(OnCallGroup),
    ...own,
    retry: "safe"
  }),
  favorite: Endpoint.post(favorites, { params: group, success: Schema.String, ...own, retry: "idempotent" }),
  unfavorite: Endpoint.delete(favorites, { params: group, success: Schema.String, ...own, retry: "idempotent" })
})

/** What documents say of the operations on on-call groups. */
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

type Failure = ErrorV1 | ErrorText | SessionError | CallError

/** Lists on-call groups and marks favorites. */
export class OnCallGroups extends Context.Service<
  OnCallGroups,
  Page.Walks<OnCallGroupQuery, OnCallGroup, Failure> & {
    /** Lists one page of groups. Source: interface §4.4, 7. */
    readonly list: (query?: OnCallGroupQuery) => Effect.Effect<Page.Page<OnCallGroup>, Failure>
    /** Marks a group as a favorite of the caller. Source: interface §4.4, 8. */
    readonly favorite: (id: OnCallGroupId) => Effect.Effect<string, Failure>
    /** Unmarks a favorite. Source: interface §4.4, 9. */
    readonly unfavorite: (id: OnCallGroupId) => Effect.Effect<string, Failure>
  }
>()("@remote-assist/core/OnCallGroups") {
  static readonly layer: Layer.Layer<OnCallGroups, never, Transport | Region | UserToken> = Layer.effect(
    OnCallGroups,
    Effect.map(Methods.make(OnCallGroupsGroup, Credentials.add), (api) => {
      const list = (query: OnCallGroupQuery = {}) => api.list({ query })
      return OnCallGroups.of({
        list,
        ...Page.walks(list, {}),
        favorite: (group_id) => api.favorite({ params: { group_id } }),
        unfavorite: (group_id) => api.unfavorite({ params: { group_id } })
      })
    })
  )
}
