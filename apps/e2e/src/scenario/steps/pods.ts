import { Pods } from "@remote-assist/core/Pods"
import type { PodId } from "@remote-assist/core/Pods"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

import * as Expect from "../Expect.ts"
import { step } from "../Step.ts"

/** The pod that users are placed in who are given none, as it is now. */
export const defaultPod = Effect.gen(function* () {
  const pods = yield* step("the pods are read", Stream.runCollect((yield* Pods).stream()))
  return yield* Expect.present(
    "the default pod",
    pods.find((pod) => pod.default)
  )
})

/** A pod that is not the default one, as it is now. */
export const otherPod = Effect.gen(function* () {
  const pods = yield* step("the pods are read", Stream.runCollect((yield* Pods).stream()))
  return yield* Expect.present(
    "a pod beside the default one",
    pods.find((pod) => pod.default !== true)
  )
})

/** How many users and administrators a pod has now. */
export const countsOf = Effect.fnUntraced(function* (id: PodId) {
  const pods = yield* step("the pods are read", Stream.runCollect((yield* Pods).stream()))
  const pod = yield* Expect.present(
    `the pod ${id}`,
    pods.find((pod) => pod.id === id)
  )
  return { users: pod.user_count ?? 0, admins: pod.admin_count ?? 0 }
})
