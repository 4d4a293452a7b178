import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import type { Credentials } from "../engine/Account.ts"
import { isUnderWay } from "../engine/Changes.ts"
import * as Form from "../model/Form.ts"
import * as LogInForm from "../model/logInForm.ts"
import type { Model } from "../model/Model.ts"
import { initial } from "../model/Ui.ts"

/** Forgets all that was read and done: it belongs to who was logged in. */
const forget = ({ bulk, changes, histories, lists, notices, requests, ui }: Model) => {
  for (const list of lists.all) list.reset()
  bulk.cancel()
  changes.forget()
  histories.forget()
  requests.forget()
  notices.forget()
  ui.update(({ logIn }) => ({ ...initial, logIn }))
}

/** What has to be shown once somebody is logged in: as it is now, and where one was if it is who was before. */
const entered = (model: Model, before: string | undefined): void => {
  const { account, lists, ui } = model
  if (before !== undefined && before !== account.state.get().dataOf) forget(model)
  ui.update((now) => ({ ...now, logIn: LogInForm.withoutPassword(now.logIn) }))
  lists.of(ui.get().screen).refresh()
}

const entering = (model: Model, credentials: Credentials, isGiven: boolean): Effect.Effect<void> =>
  Effect.suspend(() => {
    const { account } = model
    const before = account.state.get().dataOf
    return Effect.map(isGiven ? account.connect(credentials) : account.logIn(credentials), (isIn) => {
      if (isIn) entered(model, before)
    })
  })

/** Logs in with what the settings say, for as long as it takes to have a connection. */
export const connect = (model: Model, credentials: Credentials): Effect.Effect<void> =>
  entering(model, credentials, true)

/** Goes on with a session that is kept; where that is not possible, the form knows whose it was. */
export const resume = (model: Model, who: string): Effect.Effect<void> =>
  Effect.suspend(() => {
    const before = model.account.state.get().dataOf
    return Effect.map(model.account.resume(who), (isIn) => {
      if (isIn) return entered(model, before)
      model.ui.update((now) => ({ ...now, logIn: LogInForm.ofWho(who) }))
    })
  })

/** Keeps an eye on the session: where it ends, what the settings say is tried first, and the form knows who it was. */
export const watch = (model: Model): void => {
  const { account, given, run, ui } = model
  let before = account.state.get()
  account.state.subscribe(() => {
    const now = account.state.get()
    const hasEnded = before.who !== undefined && now.who === undefined && now.ended !== undefined
    const who = before.who
    before = now
    if (!hasEnded) return
    if (given === undefined || given._tag === "Password")
      ui.update((now) => ({ ...now, logIn: LogInForm.ofWho(who ?? "") }))
    if (given !== undefined) run(connect(model, given))
  })
}

export const make = (model: Model) => {
  const { account, changes, run, ui } = model
  const close = () => ui.update((now) => ({ ...now, overlay: undefined }))
  return {
    "connect.now": account.tryNow,
    "connect.form": account.giveUp,
    "logIn.submit": () => {
      if (account.state.get().busy) return
      const { logIn } = ui.get()
      if (!Form.isAtLast(logIn)) return ui.update((now) => ({ ...now, logIn: Form.next(now.logIn) }))
      Result.match(LogInForm.credentialsIn(logIn), {
        onSuccess: (credentials) => run(entering(model, credentials, false)),
        onFailure: (mistake) =>
          ui.update((now) => ({ ...now, logIn: Form.at(now.logIn, mistake), mistake: mistake.what }))
      })
    },
    "account.logOut": () => ui.update((now) => ({ ...now, overlay: { _tag: "LogOut" } })),
    "logOut.no": close,
    "logOut.yes": () => {
      if (isUnderWay(changes.state.get())) return
      close()
      run(
        Effect.map(account.logOut, () => {
          forget(model)
          ui.update((now) => ({ ...now, logIn: LogInForm.empty }))
        })
      )
    }
  }
}
