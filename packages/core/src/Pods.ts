import * as Schema from "effect/Schema"

import type { Descriptions } from "./Description.ts"
import * as Endpoint from "./Endpoint.ts"
import { errorsV1R1 } from "./Errors.ts"
import * as Group from "./Group.ts"
import * as Page from "./Page.ts"
import * as Wire from "./Wire.ts"

/** Id of a pod. */
export const PodId = Schema.Int.pipe(Schema.brand("PodId"))
export type PodId = typeof PodId.Type

/**
 * A group of users, called pod in the API. Users without a pod belong to the `default` one. Only `id` is always present;
 * the interface does not show `users`, `email`, `expert` and `manage`, nor the entries of `subpods`, `admins` and `users`,
 * in which secrets are `Redacted`.
 *
 * Source: interface §2.6.
 */
export class Pod extends Wire.Struct<Pod>("pod")({
  /** Number of the pod. */
  id: PodId,
  /** Number of its enterprise. */
  enterprise_id: Wire.Integer,
  /** Name. */
  name: Wire.Text,
  /** Purpose. */
  description: Wire.Text,
  /** Picture. */
  avatar: Wire.Avatar,
  /** Whether users without a pod belong to it. */
  default: Wire.Flag,
  /** Number of users. */
  user_count: Wire.Integer,
  /** Number of administrators among them. */
  admin_count: Wire.Integer,
  /** Pods below it; the interface does not show their fields. */
  subpods: Wire.Objects,
  /** Administrators; the interface does not show their fields. */
  admins: Wire.Objects,
  /** Users; the interface does not show their fields. */
  users: Wire.Objects,
  /** E-mail address, as deployed services send it. */
  email: Wire.Text,
  /** A flag that deployed services send. */
  expert: Wire.Flag,
  /** Whether the caller may manage it, as deployed services send it. */
  manage: Wire.Flag
}) {}

/** Selects pods: `filter` is one clause such as `updated_at>2026-01-31T10:00:00Z`, unencoded. The interface describes only `page`. */
export class PodQuery extends Wire.Struct<PodQuery>()({
  /** One clause such as `updated_at>2026-01-31T10:00:00Z`, unencoded; operators as in `UserQuery`. */
  filter: Schema.optionalKey(Schema.String),
  ...Page.queryFields
}) {}

/** The pods of an enterprise. Source: interface §4.5, 2. */
export const PodsGroup = Endpoint.group("Pods", {
  /** Lists one page of pods. Source: interface §4.5, 2. */
  list: Endpoint.get("/v1r1/enterprise/pods", {
    query: PodQuery,
    success: Page.Page(Pod),
    errors: errorsV1R1,
    retry: "safe",
    takesUserToken: true
  })
})

/** The texts of the pods for documents. */
export const PodsDescription = {
  description: "The groups of users, called pods. Administrators only.",
  operations: {
    list: { section: "§4.5, 2", summary: "List one page of the pods", answers: "PodPage" }
  }
} as const satisfies Descriptions<typeof PodsGroup>

/** Lists the pods of the enterprise. */
export class Pods extends Group.Service<Pods>()(PodsGroup, ({ list }) => Page.streams(list)) {}
