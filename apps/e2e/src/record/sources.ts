import type { OperationId } from "@remote-assist/core/Contract"
import * as Predicate from "effect/Predicate"

import type { Path } from "../code/Script.ts"
import type { Kind } from "../fuzz/Command.ts"
import { kindAt } from "../fuzz/kinds.ts"

/** Something that an answer gave, by where it stands. */
export interface Source {
  /** Which request of the recording, counted from 0. */
  readonly index: number
  readonly path: Path
  readonly kind: Kind
  readonly value: string | number
}

const acknowledged: ReadonlySet<OperationId> = new Set([
  "EnterpriseUsers.provision",
  "EnterpriseUsers.update",
  "EnterpriseUsers.remove"
])

/** Where a method has what stands at the top of a body. */
export const rootOf = (operation: OperationId): Path => (acknowledged.has(operation) ? ["entry"] : [])

/** What an answer gives that later requests may carry. */
export const sourcesIn = (operation: OperationId, body: unknown, index: number): ReadonlyArray<Source> => {
  const [group = ""] = operation.split(".")
  const within = (value: unknown, path: Path): ReadonlyArray<Source> => {
    if (Array.isArray(value)) return value.flatMap((item: unknown, at) => within(item, [...path, at]))
    if (Predicate.isObject(value))
      return Object.entries(value).flatMap(([name, inner]) => within(inner, [...path, name]))
    const kind = kindAt(group, path)
    return kind !== undefined && value !== "" && (Predicate.isString(value) || Predicate.isNumber(value))
      ? [{ index, path, kind, value }]
      : []
  }
  return within(body, rootOf(operation))
}

/** What a field of a request may carry. */
export const kindsOf: Readonly<Record<string, ReadonlyArray<Kind>>> = {
  authorization: ["token"],
  user_id: ["user id"],
  id: ["personal access token id"],
  group_id: ["group id"],
  pod_ids: ["pod id"],
  call_id: ["call id"],
  email: ["email"],
  refresh_token: ["refresh token"],
  token: ["token", "personal access token"],
  user_token: ["token"],
  contact_tokens: ["contact"]
}
