import type { Page } from "@remote-assist/core/Page"
import { Pod } from "@remote-assist/core/Pods"
import type { PodQuery } from "@remote-assist/core/Pods"
import * as Record from "effect/Record"
import * as Struct from "effect/Struct"

import type { OptionLookup } from "../../world/gaps/options.ts"
import type { Listed } from "../../world/lists/filter.ts"
import { paginateList } from "../../world/lists/paging.ts"
import { parse, selectFrom } from "../../world/lists/select.ts"
import type { TransitionContext, TransitionResult, World } from "../../world/model/World.ts"
import { resultFn } from "../../world/ServiceError.ts"
import { timestamp } from "../../world/timestamp.ts"
import { epoch } from "../../world/users/GeneratedUser.ts"
import type { Handlers } from "../operation.ts"

type Field = keyof Pod | "updated_at"

const listed: Listed<Field> = {
  noun: "pods",
  fields: [...Record.keys(Struct.omit(Pod.fields, ["users"])), "updated_at"],
  kinds: {
    id: "number",
    enterprise_id: "number",
    default: "flag",
    user_count: "number",
    admin_count: "number",
    expert: "flag",
    manage: "flag",
    updated_at: "date-time"
  }
}

// no operation changes a pod
const updatedAt = timestamp(epoch)

// pods have no other values
const moreFields = { email: "", expert: false, manage: true }

export const show = (option: OptionLookup, pod: World["pods"][number]): Pod => ({
  ...pod,
  ...(option("pods.admins") === "ids" ? {} : { admins: [] }),
  ...(option("pods.fields") === "13 fields" ? moreFields : {})
})

/** Returns one page of the pods that a query selects. */
export const list: (context: TransitionContext, query: PodQuery) => TransitionResult<Page<Pod>> = resultFn(function* (
  { option, world },
  query
) {
  const parsed = yield* parse<Field>(query, listed, option)
  const pods = world.pods.map((pod) => show(option, pod))
  const found = selectFrom(
    pods.map((pod) => ({ ...pod, updated_at: updatedAt, pod })),
    parsed
  )
  const page = yield* paginateList(
    found.map(({ pod }) => pod),
    query,
    option
  )
  return [world, page]
})

export const handlers: Handlers<"Pods", TransitionContext> = {
  list: (context, { query }) => list(context, query)
}
