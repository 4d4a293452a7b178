import * as Effect from "effect/Effect"

import * as Marks from "../engine/lists/Marks.ts"
import * as LogInForm from "../model/LogInForm.ts"
import { activeTab, drawableTab } from "../model/Model.ts"
import type { Model } from "../model/Model.ts"
import type { Overlay } from "../model/Ui.ts"
import { showsList } from "../model/Ui.ts"
import { unfinishedWork } from "../model/unfinishedWork.ts"
import * as Problem from "../Problem.ts"
import { pluralName } from "../resources/Resource.ts"
import { groupResources, resources } from "../resources/resources.ts"
import { connect } from "./accountCommands.ts"
import { stopImport } from "./importCommands.ts"
import { endWatch } from "./listCommands.ts"

/** Subscribes to everything that commands react to without a key. */
export const subscribe = (model: Model): void => {
  onAccount(model)
  onUi(model)
  onLists(model)
  onMarks(model)
  onWorkFinished(model)
}

/** The screen that is left decides what is watched, followed and read. */
const onUi = (model: Model): void => {
  const { account, liveUpdates, ui, watch } = model
  let group = ui.get().screen.group
  const showGroup = () => {
    const { screen } = ui.get()
    const isVisible = account.state.get().who !== undefined && showsList(ui.get(), screen)
    const next = isVisible ? screen.group : undefined
    if (next === group) return
    group = next
    liveUpdates.show(next === undefined ? [] : groupResources(next))
  }
  ui.subscribe(() => {
    const { resource } = watch.state.get() ?? {}
    if (resource !== undefined && resource !== ui.get().screen) endWatch(model)
    showGroup()
  })
  account.state.subscribe(showGroup)
}

/** The selected row decides which tab is read; charts that are open show the new data. Failures of lists are noted. */
const onLists = (model: Model): void => {
  const { account, lists, notices, tabs, ui } = model
  let isActive = false
  const activate = () => {
    const tab = activeTab(model)
    if (tab !== undefined || isActive) tabs.activate(tab)
    isActive = tab !== undefined
  }
  for (const observable of [ui, account.state, ...lists.all.map(({ state }) => state)]) observable.subscribe(activate)
  for (const resource of resources) {
    const { state } = lists.of(resource)
    let known: Problem.Problem | undefined
    state.subscribe(() => {
      const { problem } = state.get()
      if (problem === known) return
      known = problem
      if (problem !== undefined) notices.note(Problem.formatOf(`list the ${pluralName(resource)}`, problem))
    })
  }
  tabs.state.subscribe(() => {
    const { chart } = ui.get()
    const drawable = chart && drawableTab(model)
    if (drawable === undefined || drawable.title !== chart?.title || drawable.statistics === chart.statistics) return
    ui.update((now) => ({ ...now, chart: now.chart && { ...now.chart, ...drawable } }))
  })
}

/** Returns an overlay to open again after a log-in; a pending result of it becomes a notice. */
const toSuspended = (overlay: Overlay | undefined): Overlay | undefined => {
  if (overlay?._tag === "LogIn" || overlay?._tag === "LogOut" || overlay?._tag === "Quit") return undefined
  if (overlay?._tag === "Report" && overlay.report === undefined) return undefined
  return overlay?._tag === "Form" ? { ...overlay, isBusy: false } : overlay
}

/** When the session ends, the configured credentials are tried first; the log-in form has the name of the user. */
const onAccount = (model: Model): void => {
  const { account, credentials, lists, notices, program, requests, ui, watch } = model
  requests.offlineSince.subscribe(() => {
    const { screen } = ui.get()
    if (screen.isOfProgram === true && lists.of(screen).state.get().fetchedAt !== undefined) lists.of(screen).reread()
  })
  let before = account.state.get()
  const lastAnswer = () => Math.max(...lists.all.map(({ state }) => state.get().fetchedAt ?? 0))
  let triedAfter = -1
  account.state.subscribe(() => {
    const now = account.state.get()
    // a new token may be accepted, if the service has accepted one since the last attempt
    const canRetry = credentials !== undefined && now.who !== undefined && lastAnswer() > triedAfter
    if (before.refused === undefined && now.refused !== undefined && canRetry) {
      triedAfter = lastAnswer()
      before = now
      return account.end(now.refused)
    }
    const hasEnded = before.who !== undefined && now.who === undefined && now.ended !== undefined
    const { whose } = before
    before = now
    const { resource } = watch.state.get() ?? {}
    if (now.who === undefined && watch.end())
      notices.show("problem", `Watching the ${resource?.title.toLowerCase()} has ended with the session.`)
    if (!hasEnded) return
    // another user must not continue it
    stopImport(model)
    ui.update((now) => ({
      ...now,
      ...(whose !== undefined && { logIn: LogInForm.fromAccount(whose) }),
      overlay: undefined,
      parent: undefined,
      suspended: toSuspended(now.parent ?? now.overlay)
    }))
    if (credentials !== undefined) program.run(connect(model, credentials))
  })
}

/** A bulk action ends when its rows are no longer marked. */
const onMarks = ({ bulk, lists, notices, ui }: Model): void => {
  bulk.state.subscribe(() => {
    if (bulk.state.get()._tag !== "Idle") return
    ui.update(({ overlay, suspended, ...now }) => ({
      ...now,
      overlay: overlay?._tag === "Bulk" ? undefined : overlay,
      suspended: suspended?._tag === "Bulk" ? undefined : suspended
    }))
  })
  for (const resource of resources) {
    const { state } = lists.marksOf(resource)
    let before = { count: 0, filter: "" }
    state.subscribe(() => {
      const now = { count: Marks.count(state.get()), filter: lists.of(resource).state.get().filter }
      if (bulk.state.get()._tag !== "Idle" && ui.get().screen === resource) bulk.cancel()
      if (before.count > 0 && now.count === 0 && now.filter !== before.filter)
        notices.show("hint", "The marks are removed: they belong to another filter.")
      before = now
    })
  }
}

/** The program quits once the work is finished that the user waits for, unless it has failed. */
const onWorkFinished = (model: Model): void => {
  const { changes, exporting, keys, notices, program, ui } = model
  let known = notices.state.get().problems
  const isLeaving = () => ui.get().overlay?._tag === "Quit" && unfinishedWork(model) === undefined
  const leave = () => {
    if (!isLeaving()) return
    if (notices.state.get().problems.every((problem) => known.includes(problem))) return program.quit()
    ui.close()
    notices.show("hint", `The program did not quit, because a change failed: ${keys.keyOf("app.quit")} quits.`)
  }
  const onChange = () => {
    // its notice comes after the state has changed
    if (isLeaving()) program.run(Effect.andThen(Effect.yieldNow, Effect.sync(leave)))
  }
  let isAsked = false
  ui.subscribe(() => {
    const isQuit = ui.get().overlay?._tag === "Quit"
    if (isQuit && !isAsked) known = notices.state.get().problems
    isAsked = isQuit
  })
  changes.state.subscribe(onChange)
  exporting.subscribe(onChange)
}
