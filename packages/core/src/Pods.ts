import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"

import * as Credentials from "./Credentials.ts"
import type { Descriptions } from "./Description.ts"
import * as Endpoint from "./Endpoint.ts"
import { errorsV1R1 } from "./Errors.ts"
import type { CallError, ErrorV1R1, SessionError } from "./Errors.ts"
import * as Methods from "./Methods.ts"
import * as Page from "./Page.ts"
import type { Region } from "./Region.ts"
import type { Transport } from "./Transport.ts"
import type { UserToken } from "./UserToken.ts"
import * as Wire from "./Wire.ts"

/** Id of a pod. */
export const PodId = Schema.Int.pipe(Schema.brand("PodId"))
export type PodId = typeof PodId.Type

/**
 * A group of users, called pod in the API. Users without a given pod go to the `default` one. Only `id` is certain; the
 * interface does not show `users`, `email`, `expert` and `manage`. What is secret in `subpods`, `admins` and `users`, whose
 * entries it does not show either, is `Redacted`.
 *
 * Source: interface §2.6.
 */
export const Pod = Schema.Struct({
  /** Number of the pod. */
  id: PodId,
  /** Number of the enterprise it belongs to. */
  enterprise_id: Wire.Integer,
  /** Its name. */
  name: Wire.Text,
  /** What it is for. */
  description: Wire.Text,
  /** Its picture. */
  avatar: Wire.Avatar,
  /** Whether users without a given pod go here. */
  default: Wire.Flag,
  /** How many users it has. */
  user_count: Wire.Integer,
  /** How many of them administer it. */
  admin_count: Wire.Integer,
  /** Pods below it; the interface does not show what they look like. */
  subpods: Wire.Objects,
  /** Who administers it; the interface does not show what they look like. */
  admins: Wire.Objects,
  /** Who belongs to it; the interface does not show what they look like. */
  users: Wire.Objects,
  /** E-mail address, as deployed services send it. */
  email: Wire.Text,
  /** A flag that deployed services send. */
  expert: Wire.Flag,
  /** Whether the caller may manage it, as deployed services send it. */
  manage: Wire.Flag
}).annotate({ identifier: "pod" })
/** The fields of {@link Pod}, by a name that editors show. */
export interface PodFields extends Schema.Schema.Type<typeof Pod> {}
export type Pod = PodFields

/** Which pods to list: `filter` is one clause such as `updated_at>2026-01-31T10:00:00Z`, unencoded. Only `page` is described. */
export const PodQuery = Schema.Struct({
  /** One clause such as `updated_at>2026-01-31T10:00:00Z`, unencoded. */
  filter: Schema.optionalKey(Schema.String),
  /** Which page, from 1. */
  page: Schema.optionalKey(Page.PageNumber),
  /** Entries of a page; 20 unless set. */
  page_size: Schema.optionalKey(Schema.Int)
})
export type PodQuery = typeof PodQuery.Type

/** The pods of an enterprise. Source: interface §4.5, 2. */
export const PodsGroup = Endpoint.group("Pods", {
  list: Endpoint.get("/v1r1/enterprise/pods", {
    query: PodQuery,
    success: Page.Page(Pod),
    errors: errorsV1R1,
    retry: "safe",
    takesUserToken: true
  })
})

/** What documents say of the pods. */
export const PodsDescription = {
  description: "The groups of users, called pods. Administrators only.",
  operations: {
    list: { section: "§4.5, 2", summary: "List one page of the pods", answers: "PodPage" }
  }
} as const satisfies Descriptions<typeof PodsGroup>

type Failure = ErrorV1R1 | SessionError | CallError

/** Lists the pods of the enterprise. */
export class Pods extends Context.Service<
  Pods,
  Page.Walks<PodQuery, Pod, Failure> & {
    /** Lists one page of pods. Source: interface §4.5, 2. */
    readonly list: (query?: PodQuery) => Effect.Effect<Page.Page<Pod>, Failure>
  }
>()("@remote-assist/core/Pods") {
  static readonly layer: Layer.Layer<Pods, never, Transport | Region | UserToken> = Layer.effect(
    Pods,
    Effect.map(Methods.make(PodsGroup, Credentials.add), (api) => {
      const list = (query: PodQuery = {}) => api.list({ query })
      return Pods.of({
        list,
        ...Page.walks(list, {})
      })
    })
  )
}
