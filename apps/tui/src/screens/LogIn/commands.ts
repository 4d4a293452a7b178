import * as Effect from "effect/Effect"

import * as TextField from "../../components/TextField.ts"
import type { Credentials } from "../../model/Account.ts"
import * as Form from "../../model/Form.ts"
import type { Model } from "../../Runtime.tsx"

/** Logs in, and shows the lists as they are now: where one was, if there was a session before. */
export const logIn = ({ account, pods, ui, users }: Model, credentials: Credentials): Effect.Effect<void> =>
  Effect.map(account.logIn(credentials), (isIn) => {
    if (!isIn) return
    ui.update((now) => ({ ...now, form: { ...now.form, password: TextField.empty } }))
    users.list.refresh()
    if (ui.get().screen === "pods") pods.list.refresh()
  })

export const make = (model: Model) => {
  const { account, run, ui } = model
  const toOther = () => ui.update((now) => ({ ...now, form: Form.other(now.form) }))
  return {
    "form.next": toOther,
    "form.previous": toOther,
    "form.submit": () => {
      if (account.state.get().busy) return
      const { form } = ui.get()
      const submitted = Form.submit(form)
      if (typeof submitted === "object") return run(logIn(model, submitted))
      ui.update((now) => ({ ...now, form: { ...now.form, focus: submitted } }))
    }
  }
}
