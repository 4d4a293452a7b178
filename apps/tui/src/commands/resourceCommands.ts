import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { capitalize } from "effect/String"

import { actionWarning } from "../actions/Action.ts"
import type { Action, CopyAction, OpenAction } from "../actions/Action.ts"
import * as ListState from "../engine/lists/ListState.ts"
import * as Marks from "../engine/lists/Marks.ts"
import { addressIn } from "../input/Opener.ts"
import { showsLogIn } from "../model/Model.ts"
import type { Model } from "../model/Model.ts"
import * as TextField from "../model/TextField.ts"
import { initial } from "../model/Ui.ts"
import * as Problem from "../Problem.ts"
import type { AnyResource, AnyRow, ResourceGroup } from "../resources/Resource.ts"
import { groupResources } from "../resources/resources.ts"
import { numberFormat } from "../text/format.ts"
import { refreshList } from "./listCommands.ts"
import { copyToClipboard } from "./readerCommands.ts"

/** A stale list with more visible pages than this is not read again when its screen is opened. */
const maxPages = 10

/** Shows the screen of a resource; a stale list is read again. */
export const showScreen = ({ account, lists, ui }: Model, screen: AnyResource): void => {
  const { chart, details, detailsTop, isFull, overlay, pane, parent, revealed, tab } = initial
  ui.set({ screen, chart, details, detailsTop, isFull, overlay, pane, parent, revealed, tab })
  if (showsLogIn(ui.get(), account.state.get())) return
  const list = lists.of(screen)
  const state = list.state.get()
  const isStale = ListState.freshness(state)._tag === "Stale" && ListState.visiblePages(state).length <= maxPages
  // the lists of a group, its boxes, are read periodically
  const isDue = screen.isLocal === true || (screen.group === undefined && isStale)
  if (state.fetchedAt === undefined || isDue) list.refresh()
}

/** Returns the only marked row or the selected one for an action, or shows why there is none. */
export const targetRow = ({ keys, lists, notices }: Model, resource: AnyResource, label: string): AnyRow => {
  const marks = lists.marksOf(resource)
  const count = Marks.count(marks.state.get())
  const [marked]: ReadonlyArray<AnyRow> = marks.rows()
  if (count === 1 && marked !== undefined) return marked
  if (count > 0)
    return notices.show(
      "hint",
      `${capitalize(label)} works on one ${resource.one}, and ${numberFormat.format(count)} are marked. ${keys.keyOf("list.leave")} unmarks them.`
    )
  const state = lists.of(resource).state.get()
  const row: AnyRow = ListState.selected(state)
  const error = ListState.selectionError(state, resource.one)
  if (row !== undefined && error === undefined) return row
  notices.show("hint", `Nothing to ${label}: ${error ?? "the row is not loaded yet"}.`)
  return undefined
}

/** Runs an action on the marked rows, or on the selected one. A warning is confirmed first. */
export const act = (model: Model, resource: AnyResource, action: Action<AnyRow>): void => {
  const { account, bulk, changes, lists, notices, profile, program, ui } = model
  if (profile.readOnly !== undefined) return notices.show("hint", `Nothing was done: ${profile.readOnly}.`)
  const marks = lists.marksOf(resource)
  if (Marks.count(marks.state.get()) > 0) {
    if (lists.of(resource).state.get().requested !== undefined)
      return notices.show("hint", `Nothing to ${action.label}: the rows of another filter are loading, wait for them.`)
    ui.open({ _tag: "Bulk", field: TextField.empty })
    return program.run(bulk.prepare(action, resource, marks))
  }
  const row = targetRow(model, resource, action.label)
  if (row === undefined) return
  const target = { resource, row }
  const warning = action.needless?.(row) === undefined ? actionWarning(action, account.isMe(resource, row)) : undefined
  if (warning === undefined) return program.run(changes.perform(action, target))
  ui.open({ _tag: "Confirm", action, target, meaning: warning, field: TextField.empty })
}

export const resourceCommands = ({ changes, keys, program }: Model) => ({
  "changes.undo": () => program.run(changes.undo(keys.keyOf("changes.undo"))),
  "changes.redo": () => program.run(changes.redo)
})

/** Returns why the screen of a group cannot be shown, or `undefined`. */
const groupError = ({ environment, region }: Model, { title }: ResourceGroup): string | undefined => {
  const address = region.apiUrl.replace(/^https?:\/\//, "").replace(/\/api$/, "")
  const kind = environment.kind.get()
  if (kind === "emulator") return undefined
  return kind === "live"
    ? `${title}: ${address} is the live service, which has no control plane. Start remote-assist-mock and connect to it, or start remote-assist --demo.`
    : `${title}: it is not known whether an emulator answers at ${address}. Try again once there is a connection.`
}

/** Shows the screen of a group: one of its boxes, or the one that last had the focus. */
export const showBoxes = (model: Model, group: ResourceGroup, box?: AnyResource): void => {
  const { environment, program, ui } = model
  if (environment.kind.get() !== "unknown") return enterBoxes(model, group, box)
  const { overlay, screen } = ui.get()
  program.run(
    Effect.map(environment.find, () => {
      const now = ui.get()
      // the user has gone elsewhere
      if (now.screen === screen && now.overlay === overlay) enterBoxes(model, group, box)
    })
  )
}

const enterBoxes = (model: Model, group: ResourceGroup, box: AnyResource | undefined): void => {
  const { lists, notices, ui } = model
  const error = groupError(model, group)
  if (error !== undefined) return notices.show("hint", error)
  const boxes = groupResources(group)
  const to = box ?? ui.get().boxes.get(group.name) ?? boxes[0]
  if (to === undefined) return
  ui.set({ boxes: new Map(ui.get().boxes).set(group.name, to) })
  for (const one of boxes) if (lists.of(one).state.get().fetchedAt === undefined) lists.of(one).refresh()
  showScreen(model, to)
}

export const boxCommands = (model: Model, run: (command: string) => void) => {
  const { liveUpdates, lists, notices, ui } = model
  const go = (by: number) => () => {
    const { screen } = ui.get()
    if (screen.group === undefined) return
    const boxes = groupResources(screen.group)
    showBoxes(model, screen.group, boxes[(boxes.indexOf(screen) + by + boxes.length) % boxes.length])
  }
  return {
    "boxes.next": go(1),
    "boxes.previous": go(-1),
    "boxes.down": () => run("list.down"),
    "boxes.up": () => run("list.up"),
    "boxes.pageDown": () => run("list.pageDown"),
    "boxes.pageUp": () => run("list.pageUp"),
    "boxes.start": () => run("list.start"),
    "boxes.end": () => run("list.end"),
    "boxes.mark": () => run("marks.toggle"),
    "boxes.leave": () => run("list.leave"),
    "boxes.refresh": () => {
      const { screen } = ui.get()
      for (const box of screen.group === undefined ? [] : groupResources(screen.group))
        if (box !== screen) lists.of(box).refresh()
      refreshList(model)
    },
    "boxes.follow": () => {
      liveUpdates.toggle()
      notices.show("hint", liveUpdates.isFollowing.get() ? "The journal is followed." : "The journal stands still.")
    }
  }
}

/** Copies a text of the selected row that has to be requested first. */
export const copyText = (model: Model, resource: AnyResource, { label, text, what }: CopyAction<AnyRow>): void => {
  const { lists, notices, program } = model
  const row: AnyRow = ListState.selected(lists.of(resource).state.get())
  if (row === undefined) return notices.show("hint", `Nothing was copied: no ${resource.one} is selected.`)
  program.run(
    Effect.match(lists.provided(text(row)), {
      onSuccess: (found) =>
        found === undefined
          ? notices.show("hint", `Nothing was copied: ${resource.nameOf(row)} has nothing to ${label}.`)
          : copyToClipboard(model, what, found),
      onFailure: (error) => notices.show("problem", Problem.format(Problem.describe(label, error, Problem.stateAdvice)))
    })
  )
}

/** Opens an address of the selected row in the browser, or copies it if that fails. */
export const openAddress = (model: Model, resource: AnyResource, link: OpenAction<AnyRow>): void => {
  const { account, clipboard, lists, notices, opener, program, ui } = model
  if (ui.get().screen !== resource) return
  const row: AnyRow = ListState.selected(lists.of(resource).state.get())
  if (row === undefined) return notices.show("hint", `Nothing was opened: no ${resource.one} is selected.`)
  const name = resource.nameOf(row)
  const what = `The ${link.label} of the ${name}`
  const isForgotten = account.watchUser()

  const copy = (address: string, why: string) => {
    if (addressIn(address) === undefined) return notices.show("problem", `${what} was not opened. ${why}`)
    Result.match(clipboard.copy(address), {
      onSuccess: () => notices.show("hint", `${what} was not opened. ${why} Its address is sent to the clipboard.`),
      onFailure: (error) => notices.show("problem", `${what} was not opened. ${why} ${error}`)
    })
  }

  const find = Effect.gen(function* () {
    const found = yield* lists.provided(link.find(row))
    if (isForgotten()) return
    if (Result.isFailure(found)) return notices.show("hint", found.failure)
    const address = Redacted.value(found.success)
    yield* Effect.match(opener.open(address), {
      onSuccess: () => notices.show("done", `${what} is opened in your browser.`),
      onFailure: (why) => copy(address, why)
    })
  })

  const fail = (error: Problem.Failure) => {
    if (isForgotten()) return
    const why = Problem.format(Problem.describe(`read ${name}`, error, Problem.stateAdvice))
    notices.show("problem", `${what} was not opened. ${why}`)
  }

  program.run(Effect.catch(find, (error) => Effect.sync(() => fail(error))))
}
