import { Tokens } from "@remote-assist/core"
import { didYouMean } from "@remote-assist/core/Text"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import * as ListState from "../engine/lists/ListState.ts"
import * as Form from "../model/Form.ts"
import * as LogInForm from "../model/LogInForm.ts"
import * as Menu from "../model/Menu.ts"
import type { Model } from "../model/Model.ts"
import { initial } from "../model/Ui.ts"
import { unfinishedWork } from "../model/unfinishedWork.ts"
import * as Problem from "../Problem.ts"
import { resources } from "../resources/resources.ts"
import type { Connection } from "../resources/session.ts"
import { session } from "../resources/session.ts"
import { LoginMethodName } from "../session/Credentials.ts"
import type { Credentials, SessionOwner } from "../session/Credentials.ts"
import { loginMethods } from "../session/loginMethods.ts"
import { showScreen } from "./resourceCommands.ts"

/** Forgets all data of the user. */
const forget = ({ bulk, changes, exporting, history, lists, notices, requests, tabs, ui }: Model) => {
  for (const list of lists.all) list.reset()
  bulk.cancel()
  exporting.get()?.stop()
  changes.forget()
  tabs.forget()
  history.forget()
  requests.forget()
  notices.forget()
  ui.update(({ logIn }) => ({ ...initial, logIn }))
}

/** Shows the screen after a log-in: as the user left it, if the same user has logged in again. */
const showLoggedIn = (model: Model, before: string | undefined): void => {
  const { account, lists, ui } = model
  if (before !== undefined && before !== account.state.get().dataOf) forget(model)
  ui.update(({ overlay, suspended, ...now }) => ({
    ...now,
    logIn: LogInForm.withoutSecrets(now.logIn),
    overlay: overlay === undefined || overlay._tag === "LogIn" ? suspended : overlay,
    suspended: undefined
  }))
  lists.of(ui.get().screen).refresh()
}

const enter = (model: Model, logIn: Effect.Effect<boolean>): Effect.Effect<boolean> =>
  Effect.suspend(() => {
    const { account, ui } = model
    const before = account.state.get().dataOf
    return Effect.map(logIn, (isIn) => {
      if (isIn) showLoggedIn(model, before)
      // a refused secret is typed again, not appended to
      else if (account.state.get().problem?.kind === "refused")
        ui.set({ logIn: LogInForm.withoutSecrets(ui.get().logIn) })
      return isIn
    })
  })

/** Logs in with the configured credentials, and retries while there is no connection. */
export const connect = (model: Model, credentials: Credentials): Effect.Effect<void> =>
  Effect.asVoid(enter(model, model.account.connect(credentials)))

/** Resumes a stored session; if that fails, the log-in form has the name of the user. */
export const resume = (model: Model, whose: SessionOwner): Effect.Effect<void> =>
  Effect.map(enter(model, model.account.resume(whose)), (isIn) => {
    if (!isIn) model.ui.set({ logIn: LogInForm.fromAccount(whose) })
  })

/** Shows the form of a log-in method; returns an error if there is none of that name. */
export const showLogInForm = (model: Model, name: string): string | void => {
  const { account, notices, ui } = model
  const way = LoginMethodName.literals.find((way): way is LoginMethodName => way === name)
  if (way === undefined) return `login takes one of ${LoginMethodName.literals.join(", ")}.`
  const isLoggedIn = account.state.get().who !== undefined
  const busy = isLoggedIn ? unfinishedWork(model) : undefined
  if (busy !== undefined) return `${busy.what}: wait for it.`
  notices.dismiss()
  account.dismiss()
  ui.set({
    logIn: LogInForm.withMethod(ui.get().logIn, way),
    mistake: undefined,
    parent: undefined,
    overlay: isLoggedIn ? { _tag: "LogIn" } : undefined
  })
}

/** Opens a menu, over the log-in form if that is open, and selects a choice. */
const openMenu = ({ ui }: Model, menu: Menu.Open, selected: number) =>
  ui.set({ overlay: Menu.movedTo(menu, selected), parent: ui.overlayOf("LogIn") })

export const accountCommands = (model: Model) => {
  const { account, keys, lists, notices, program, ui } = model

  const renew = Effect.gen(function* () {
    const renewed = yield* account.renew
    if (Result.isSuccess(renewed)) notices.show("done", renewed.success)
    else {
      // only a request shows whether the service still accepts the token
      yield* Effect.match(lists.provided(Effect.flatMap(Tokens.Tokens, (tokens) => tokens.validate({}))), {
        onSuccess: () => account.noteRefused(undefined),
        onFailure: (error) => account.noteRefused(Problem.tokenRefusal(error))
      })
      const { refused } = account.state.get()
      const advice =
        refused && `The service refuses its token as well: ${refused} Log in again: ${keys.keyOf("account.logIn")}.`
      notices.show("problem", Problem.format({ ...renewed.failure, todo: advice ?? renewed.failure.todo }))
    }
    lists.of(ui.get().screen).refresh()
  })

  return {
    "connect.now": account.tryNow,
    "connect.form": account.giveUp,
    "logIn.next": () => {
      if (!account.state.get().busy) ui.set({ logIn: LogInForm.update(ui.get().logIn, Form.next), mistake: undefined })
    },
    "logIn.submit": () => {
      if (account.state.get().busy) return
      Result.match(LogInForm.credentialsIn(ui.get().logIn), {
        onSuccess: (credentials) => program.run(Effect.asVoid(enter(model, account.logIn(credentials)))),
        onFailure: (mistake) =>
          ui.set({
            logIn: LogInForm.update(ui.get().logIn, (form) => Form.focusedAt(form, mistake.at)),
            mistake: mistake.what
          })
      })
    },
    "logIn.ways": () => {
      if (account.state.get().busy) return
      const choices = LoginMethodName.literals.map((name) => ({
        label: loginMethods[name].label,
        detail: loginMethods[name].what,
        command: `login ${name}`
      }))
      openMenu(model, Menu.open("ways", "Log in with", choices), LoginMethodName.literals.indexOf(ui.get().logIn.way))
    },
    "logIn.cancel": () => {
      if (account.state.get().busy) return
      account.dismiss()
      ui.set({ logIn: LogInForm.withoutSecrets(ui.get().logIn), mistake: undefined, overlay: undefined })
    },
    "account.logIn": () => {
      const busy = unfinishedWork(model)
      if (busy !== undefined) return notices.show("hint", `${busy.what}: wait for it.`)
      ui.open({ _tag: "LogIn" })
    },
    "account.renew": () => program.run(renew),
    "logIn.register": () => {
      if (account.state.get().busy) return
      const screen = resources.find(({ isPublic }) => isPublic === true)
      if (screen !== undefined) showScreen(model, screen)
    },
    "public.leave": () =>
      ui.update((now) => ({
        ...now,
        screen: initial.screen,
        overlay: undefined,
        logIn: now.shared["email"] === undefined ? now.logIn : LogInForm.fromAccount({ who: now.shared["email"] })
      })),
    "public.help": () => ui.open({ _tag: "Help", top: 0 }),
    "account.logOut": () => ui.open({ _tag: "LogOut" }),
    "logOut.no": ui.close,
    "logOut.yes": () => {
      if (unfinishedWork(model) !== undefined) return
      ui.close()
      program.run(
        Effect.map(account.logOut, () => {
          forget(model)
          ui.set({ logIn: LogInForm.empty })
        })
      )
    }
  }
}

/** Switches to another profile; returns an error if it cannot. */
export const switchProfile = (model: Model, name: string): string | void => {
  const { profiles, program } = model
  const names = profiles.map((profile) => profile.name)
  if (!names.includes(name)) return `There is no profile ${name}.${didYouMean(name, names)}`
  const busy = unfinishedWork(model)
  if (busy !== undefined) return `${busy.what}: wait for it before you leave this profile.`
  program.quit(name)
}

export const profileCommands = (model: Model) => {
  const { account, lists, notices, profile, profiles } = model
  return {
    "session.go": () => {
      const row = ListState.selected<Connection>(lists.of(session).state.get())
      if (row === undefined) return
      const error = row.isCurrent ? "You use this profile." : switchProfile(model, row.name)
      if (error !== undefined) notices.show("hint", error)
    },
    "logIn.profiles": () => {
      if (account.state.get().busy) return
      if (profiles.length === 0)
        return notices.show("hint", "There are no profiles: remote-assist profiles set NAME creates one.")
      const choices = profiles.map(({ address, isReadOnly, name, region }) => ({
        label: name,
        detail: [`${region} ${address}`, isReadOnly ? "read-only" : "", name === profile.name ? "this one" : ""]
          .filter(Boolean)
          .join(", "),
        command: `profile ${name}`
      }))
      const current = profiles.findIndex(({ name }) => name === profile.name)
      openMenu(model, Menu.open("profiles", "Profiles", choices), current)
    }
  }
}

export const quitCommands = (model: Model) => {
  const { program, ui } = model
  const quit = () => program.quit()
  return {
    "app.interrupt": quit,
    "app.quit": () => {
      if (unfinishedWork(model) === undefined) return program.quit()
      ui.open({ _tag: "Quit" })
    },
    "connect.quit": quit,
    "quit.now": quit,
    "quit.stay": () => ui.close()
  }
}
