import type { Page } from "@remote-assist/core/Page"
import type { Pod, PodQuery } from "@remote-assist/core/Pods"
import * as Result from "effect/Result"

import { paginate } from "../../../world/lists/paging.ts"
import type { TransitionContext } from "../../../world/model/TransitionContext.ts"
import type { Step } from "../../../world/model/World.ts"

/** One page of the pods. */
export const list = ({ choose, world }: TransitionContext, query: PodQuery): Step<Page<Pod>> =>
  Result.map(
    paginate(
      { total: world.pods.length, slice: (start, count) => world.pods.slice(start, start + count) },
      (pod): Pod => (choose("pods.admins") === "ids" ? pod : { ...pod, admins: [] }),
      query,
      choose
    ),
    (page) => [world, page]
  )
