import { EnterpriseUsers } from "@remote-assist/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import * as Cell from "../Cell.ts"
import * as RemoteList from "../list/RemoteList.ts"
import { Account } from "./Account.ts"
import * as UserChanges from "./UserChanges.ts"

type User = EnterpriseUsers.EnterpriseUser

/** Users are fetched by this many: programs are known to ask for up to 100. */
export const pageSize = 100

/** The users of the enterprise, and the changes made to them here. */
export class UserList extends Context.Service<
  UserList,
  { readonly list: RemoteList.RemoteList<User>; readonly changes: UserChanges.UserChanges }
>()("@remote-assist/tui/UserList") {
  static readonly layer: Layer.Layer<UserList, never, EnterpriseUsers.EnterpriseUsers | Account> = Layer.effect(
    UserList,
    Effect.gen(function* () {
      const users = yield* EnterpriseUsers.EnterpriseUsers
      const account = yield* Account
      const list = yield* RemoteList.make<User>({
        pageSize,
        doing: "list the users",
        read: (filter, page) => users.list({ page, page_size: pageSize, ...(filter === "" ? {} : { filter }) }),
        onSessionEnded: account.end
      })
      const state = Cell.make(UserChanges.initial)
      return UserList.of({ list, changes: UserChanges.make({ users, account, list, state }) })
    })
  )
}
