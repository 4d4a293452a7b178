import { Tokens } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import * as ListState from "../engine/lists/ListState.ts"
import * as Form from "../model/Form.ts"
import * as LogInForm from "../model/logInForm.ts"
import * as Menu from "../model/Menu.ts"
import { unfinishedWork } from "../model/Model.ts"
import type { Model } from "../model/Model.ts"
import { initial } from "../model/Ui.ts"
import type { Overlay } from "../model/Ui.ts"
import * as Problem from "../Problem.ts"
import { resources } from "../resources/resources.ts"
import type { Connection } from "../resources/session.ts"
import { session } from "../resources/session.ts"
import type { Credentials, LoginMethodName, SessionOwner } from "../session/Credentials.ts"
import { loginMethodNames, loginMethods } from "../session/loginMethods.ts"
import { stopImport } from "./importCommands.ts"
import { showScreen } from "./resourceCommands.ts"

/** Forgets all that was read and done: it belongs to who was logged in. */
const forget = ({ bulk, changes, exporting, histories, lists, notices, requests, tabs, ui }: Model) => {
  for (const list of lists.all) list.reset()
  bulk.cancel()
  exporting.get()?.stop()
  changes.forget()
  tabs.forget()
  histories.forget()
  requests.forget()
  notices.forget()
  ui.update(({ logIn }) => ({ ...initial, logIn }))
}

/** What has to be shown once somebody is logged in: as it is now, and where one was if it is who was before. */
const entered = (model: Model, before: string | undefined): void => {
  const { account, lists, ui } = model
  if (before !== undefined && before !== account.state.get().dataOf) forget(model)
  ui.update(({ suspended, overlay, ...now }) => ({
    ...now,
    logIn: LogInForm.withoutSecrets(now.logIn),
    overlay: overlay === undefined || overlay._tag === "LogIn" ? suspended : overlay,
    suspended: undefined
  }))
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
export const resume = (model: Model, whose: SessionOwner): Effect.Effect<void> =>
  Effect.suspend(() => {
    const before = model.account.state.get().dataOf
    return Effect.map(model.account.resume(whose), (isIn) => {
      if (isIn) return entered(model, before)
      model.ui.update((now) => ({ ...now, logIn: LogInForm.fromAccount(whose) }))
    })
  })

/** An overlay as it is put aside: what it waits for is told when it comes. */
const toSuspended = (overlay: Overlay | undefined): Overlay | undefined => {
  if (overlay?._tag === "LogIn" || overlay?._tag === "LogOut" || overlay?._tag === "Quit") return undefined
  if (overlay?._tag === "Report" && overlay.report === undefined) return undefined
  return overlay?._tag === "Form" ? { ...overlay, isBusy: false } : overlay
}

/** Keeps an eye on the session: where it ends, what the settings say is tried first, and the form knows who it was. */
export const watchAccount = (model: Model): void => {
  const { account, given, lists, requests, run, ui } = model
  const tellAgain = () => {
    const { screen } = ui.get()
    if (screen.isOfProgram === true && lists.of(screen).state.get().fetchedAt !== undefined) lists.of(screen).reread()
  }
  requests.offlineSince.subscribe(tellAgain)
  let before = account.state.get()
  const answeredAt = () => Math.max(...lists.all.map(({ state }) => state.get().fetchedAt ?? 0))
  let triedSince = -1
  /** Whether a new token may do where this one is refused: the settings log in, and the service took one since they last did. */
  const isWorthTrying = () => given !== undefined && answeredAt() > triedSince
  account.state.subscribe(() => {
    const now = account.state.get()
    if (before.refused === undefined && now.refused !== undefined && now.who !== undefined && isWorthTrying()) {
      triedSince = answeredAt()
      before = now
      return account.end(now.refused)
    }
    const hasEnded = before.who !== undefined && now.who === undefined && now.ended !== undefined
    const { whose } = before
    before = now
    if (!hasEnded) return
    // what goes on may not go on for whoever logs in
    stopImport(model)
    ui.update((now) => ({
      ...now,
      ...(whose !== undefined && { logIn: LogInForm.fromAccount(whose) }),
      overlay: undefined,
      parent: undefined,
      suspended: toSuspended(now.parent ?? now.overlay)
    }))
    if (given !== undefined) run(connect(model, given))
  })
}

/** Goes to the form of a way; says why where there is none of that name. */
export const goToLogIn = (model: Model, name: string): string | undefined => {
  const { account, notices, ui } = model
  const way = loginMethodNames.find((way): way is LoginMethodName => way === name)
  if (way === undefined) return `login takes one of ${loginMethodNames.join(", ")}.`
  const busy = account.state.get().who === undefined ? undefined : unfinishedWork(model)
  if (busy !== undefined) return `${busy.what}: wait for it.`
  notices.dismiss()
  account.dismiss()
  ui.update((now) => ({
    ...now,
    logIn: LogInForm.withMethod(now.logIn, way),
    mistake: undefined,
    parent: undefined,
    overlay: account.state.get().who === undefined ? undefined : { _tag: "LogIn" }
  }))
  return undefined
}

export const accountCommands = (model: Model) => {
  const { account, lists, notices, run, ui } = model
  const close = () => ui.update((now) => ({ ...now, overlay: undefined }))
  return {
    "connect.now": account.tryNow,
    "connect.form": account.giveUp,
    "logIn.next": () => {
      if (!account.state.get().busy)
        ui.update((now) => ({ ...now, logIn: LogInForm.update(now.logIn, Form.next), mistake: undefined }))
    },
    "logIn.submit": () => {
      if (account.state.get().busy) return
      const { logIn } = ui.get()
      Result.match(LogInForm.credentialsIn(logIn), {
        onSuccess: (credentials) => run(entering(model, credentials, false)),
        onFailure: (mistake) =>
          ui.update((now) => ({
            ...now,
            logIn: LogInForm.update(now.logIn, (form) => Form.at(form, mistake)),
            mistake: mistake.what
          }))
      })
    },
    "logIn.ways": () => {
      if (account.state.get().busy) return
      const choices = loginMethodNames.map((name) => ({
        label: loginMethods[name].label,
        detail: loginMethods[name].what,
        command: `login ${name}`
      }))
      ui.update((now) => ({
        ...now,
        overlay: Menu.movedTo(Menu.open("ways", "Log in with", choices), loginMethodNames.indexOf(now.logIn.way)),
        parent: now.overlay?._tag === "LogIn" ? now.overlay : undefined
      }))
    },
    "logIn.cancel": () => {
      if (account.state.get().busy) return
      account.dismiss()
      ui.update((now) => ({
        ...now,
        logIn: LogInForm.withoutSecrets(now.logIn),
        mistake: undefined,
        overlay: undefined
      }))
    },
    "account.logIn": () => {
      const busy = unfinishedWork(model)
      if (busy !== undefined) return notices.tell("hint", `${busy.what}: wait for it.`)
      ui.update((now) => ({ ...now, overlay: { _tag: "LogIn" } }))
    },
    "account.renew": () =>
      run(
        Effect.gen(function* () {
          const told = yield* account.renew
          if (Result.isSuccess(told)) notices.tell("done", told.success)
          else {
            // whether the session goes on is known once its token was sent
            yield* Effect.match(lists.provided(Effect.flatMap(Tokens.Tokens, (tokens) => tokens.validate({}))), {
              onSuccess: () => account.noteRefused(undefined),
              onFailure: (error) => account.noteRefused(Problem.tokenRefusal(error))
            })
            const { todo, what } = told.failure
            const { refused } = account.state.get()
            notices.tell(
              "problem",
              `${what} ${refused === undefined ? todo : `The service refuses its token as well: ${refused} Log in again.`}`
            )
          }
          lists.of(ui.get().screen).refresh()
        })
      ),
    "logIn.register": () => {
      const screen = resources.find(({ isPublic }) => isPublic === true)
      if (screen !== undefined) showScreen(model, screen)
    },
    "public.leave": () =>
      ui.update((now) => ({
        ...now,
        screen: initial.screen,
        overlay: undefined,
        logIn: now.kept["email"] === undefined ? now.logIn : LogInForm.fromAccount({ who: now.kept["email"] })
      })),
    "public.help": () => ui.update((now) => ({ ...now, overlay: { _tag: "Help", top: 0 } })),
    "account.logOut": () => ui.update((now) => ({ ...now, overlay: { _tag: "LogOut" } })),
    "logOut.no": close,
    "logOut.yes": () => {
      if (unfinishedWork(model) !== undefined) return
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

/** Goes on with another profile; says why where it cannot. */
export const switchProfile = (model: Model, name: string): string | undefined => {
  const { profiles, quit } = model
  if (!profiles.some((profile) => profile.name === name)) return `There is no profile ${name}.`
  const busy = unfinishedWork(model)
  if (busy !== undefined) return `${busy.what}: wait for it before you leave this profile.`
  quit(name)
  return undefined
}

/** Choosing another profile. */
export const profileCommands = (model: Model) => {
  const { lists, notices, profile, profiles, ui } = model
  const open = () => {
    if (profiles.length === 0)
      return notices.tell("hint", "There are no profiles: remote-assist profiles set NAME makes one.")
    const choices = profiles.map(({ address, isReadOnly, name, region }) => ({
      label: name,
      detail: [`${region} ${address}`, isReadOnly ? "read-only" : "", name === profile.name ? "this one" : ""]
        .filter(Boolean)
        .join(", "),
      command: `profile ${name}`
    }))
    ui.update((now) => ({
      ...now,
      overlay: Menu.movedTo(
        Menu.open("profiles", "Profiles", choices),
        profiles.findIndex(({ name }) => name === profile.name)
      ),
      parent: now.overlay?._tag === "LogIn" ? now.overlay : undefined
    }))
  }
  const go = () => {
    const row = ListState.selected<Connection>(lists.of(session).state.get())
    if (row === undefined) return
    if (row.isCurrent) return ui.update((now) => ({ ...now, details: !now.details, pane: "list" }))
    const why = switchProfile(model, row.name)
    if (why !== undefined) notices.tell("hint", why)
  }
  return { "session.go": go, "logIn.profiles": open }
}

export const quitCommands = (model: Model) => {
  const { changes, exporting, keys, notices, quit, run, ui } = model
  let told = notices.state.get().problems
  const isBusy = () => unfinishedWork(model) !== undefined
  const stay = () => ui.update((now) => ({ ...now, overlay: undefined }))
  // what is under way may or may not be done by then: it is waited for, unless one is in a hurry
  const orWait = () => {
    if (!isBusy()) return quit()
    told = notices.state.get().problems
    ui.update((now) => ({ ...now, overlay: { _tag: "Quit" } }))
  }
  const isLeaving = () => ui.get().overlay?._tag === "Quit" && !isBusy()
  const leave = () => {
    if (!isLeaving()) return
    if (notices.state.get().problems.every((problem) => told.includes(problem))) return quit()
    stay()
    notices.tell("hint", `You are still here, as it failed: ${keys.keyOf("app.quit")} quits.`)
  }
  // what became of it is told once it is over
  const onChange = () => {
    if (isLeaving()) run(Effect.andThen(Effect.yieldNow, Effect.sync(leave)))
  }
  changes.state.subscribe(onChange)
  exporting.subscribe(onChange)
  return {
    "app.interrupt": () => quit(),
    "app.quit": orWait,
    "connect.quit": () => quit(),
    "quit.now": () => quit(),
    "quit.stay": stay
  }
}
