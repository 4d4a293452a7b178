import { Page, Pods } from "@remote-assist/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import * as RemoteList from "../list/RemoteList.ts"
import { Account } from "./Account.ts"

/** The pods of the enterprise. */
export class PodList extends Context.Service<PodList, { readonly list: RemoteList.RemoteList<Pods.Pod> }>()(
  "@remote-assist/tui/PodList"
) {
  static readonly layer: Layer.Layer<PodList, never, Pods.Pods | Account> = Layer.effect(
    PodList,
    Effect.gen(function* () {
      const pods = yield* Pods.Pods
      const account = yield* Account
      const list = yield* RemoteList.make<Pods.Pod>({
        pageSize: Page.defaultPageSize,
        doing: "list the pods",
        read: (_, page) => pods.list({ page }),
        onSessionEnded: account.end
      })
      return PodList.of({ list })
    })
  )
}
