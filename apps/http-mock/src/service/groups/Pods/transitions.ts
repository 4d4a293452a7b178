import type { Page } from "@remote-assist/core/Page"
import type { Pod, PodQuery } from "@remote-assist/core/Pods"
import type * as Result from "effect/Result"

import { choose } from "../../../world/gaps/Gaps.ts"
import { paginate } from "../../../world/lists/paging.ts"
import type { World } from "../../../world/model/World.ts"
import type { Refusal } from "../../../world/Refusal.ts"

/** One page of the pods. */
export const list = (world: World, query: PodQuery): Result.Result<Page<Pod>, Refusal> => {
  const { choices } = world.settings
  return paginate(
    { total: world.pods.length, slice: (start, count) => world.pods.slice(start, start + count) },
    (pod) => (choose(choices, "pods.admins") === "ids" ? pod : { ...pod, admins: [] }),
    query,
    choices
  )
}
