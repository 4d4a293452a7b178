import type { EnterpriseUsers } from "@remote-assist/core"
import type * as Effect from "effect/Effect"

import * as TextField from "../../components/TextField.ts"
import * as ListState from "../../list/ListState.ts"
import { nameOf } from "../../model/UserChanges.ts"
import type { Model } from "../../Runtime.tsx"

type User = EnterpriseUsers.EnterpriseUser

export const make = ({ run, ui, users: { changes, list } }: Model) => {
  const withSelected = (use: (user: User) => void) => {
    const user = ListState.selected(list.state.get())
    if (user !== undefined) use(user)
  }
  const change = (effect: (user: User) => Effect.Effect<void>) => () => withSelected((user) => run(effect(user)))
  const close = () => ui.update((now) => ({ ...now, overlay: undefined }))

  return {
    "filter.open": () => {
      const { asked, filter } = list.state.get()
      ui.update((now) => ({ ...now, overlay: { _tag: "Filter", field: TextField.of(asked ?? filter) } }))
    },
    "filter.apply": () => {
      const { overlay } = ui.get()
      if (overlay?._tag !== "Filter") return
      close()
      list.open(TextField.textOf(overlay.field).trim())
    },
    "filter.cancel": close,
    "filter.clear": () => {
      const { asked, filter, problem } = list.state.get()
      changes.dismiss(true)
      if (ui.get().details) ui.update((now) => ({ ...now, details: false }))
      else if (asked !== undefined || problem !== undefined) list.dismiss()
      else if (filter !== "") list.open("")
    },
    "users.details": () => ui.update((now) => ({ ...now, details: !now.details })),
    "users.deactivate": change((user) => changes.setActive(user, false)),
    "users.reactivate": change((user) => changes.setActive(user, true)),
    "users.undo": () => run(changes.undo),
    "users.delete": () =>
      withSelected((user) =>
        ui.update((now) => ({ ...now, overlay: { _tag: "Delete", user, field: TextField.empty, differs: false } }))
      ),
    "delete.confirm": () => {
      const { overlay } = ui.get()
      if (overlay?._tag !== "Delete") return
      if (TextField.textOf(overlay.field).trim() !== nameOf(overlay.user)) {
        return ui.update((now) => ({ ...now, overlay: { ...overlay, differs: true } }))
      }
      close()
      run(changes.remove(overlay.user))
    },
    "delete.cancel": close
  }
}
