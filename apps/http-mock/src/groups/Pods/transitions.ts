import type { Page } from "@remote-assist/core/Page"
import type { Pod, PodQuery } from "@remote-assist/core/Pods"
import type * as Result from "effect/Result"

import { choose } from "../../Gaps.ts"
import { paginate } from "../../lists/Paging.ts"
import type { Refusal } from "../../Refusal.ts"
import type { World } from "../../World.ts"

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
