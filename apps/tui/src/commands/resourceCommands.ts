import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import type { Action, CopyAction, OpenAction } from "../actions/Action.ts"
import { actionWarning } from "../actions/Action.ts"
import * as Freshness from "../engine/lists/Freshness.ts"
import * as ListState from "../engine/lists/ListState.ts"
import { selectionError } from "../engine/lists/ListState.ts"
import * as Marks from "../engine/lists/Marks.ts"
import * as Renewal from "../engine/lists/Renewal.ts"
import * as Viewport from "../engine/lists/Viewport.ts"
import { addressIn } from "../input/Opener.ts"
import type { Model } from "../model/Model.ts"
import * as TextField from "../model/TextField.ts"
import type { Question } from "../model/Ui.ts"
import { showsList } from "../model/Ui.ts"
import * as Problem from "../Problem.ts"
import { readOnlyMessage } from "../profiles/Profile.ts"
import type { AnyResource, ResourceGroup } from "../resources/Resource.ts"
import { isShownLoggedOut } from "../resources/Resource.ts"
import { groupResources } from "../resources/resources.ts"
import { selectRow } from "./listCommands.ts"
import { copyToClipboard } from "./readerCommands.ts"

/** More pages than this are not read again for having been gone. */
const mostPages = 10

/** Whether the rows do not pass for the present any more, and can be read again without much ado. */
const isStale = (state: ListState.ListState<unknown>) =>
  Freshness.freshness(state)._tag === "Stale" && Renewal.pagesOf(state).length <= mostPages

/** Goes to the screen of a resource; what is stale there is read again. */
export const showScreen = ({ account, lists, ui }: Model, screen: AnyResource): void => {
  ui.update((now) => ({
    ...now,
    screen,
    overlay: undefined,
    chart: undefined,
    details: false,
    pane: "list",
    detailsTop: 0,
    tab: 0,
    isFull: false,
    revealed: undefined
  }))
  const list = lists.of(screen)
  const isLogIn = account.state.get().who === undefined && !isShownLoggedOut(screen)
  const state = list.state.get()
  // what this program knows of itself is as it is now; boxes are read while one looks
  const isDue = screen.isLocal === true || (screen.group === undefined && isStale(state))
  if ((state.fetchedAt === undefined || isDue) && !isLogIn) list.refresh()
}

// oxlint-disable-next-line typescript/no-explicit-any -- the action is of the resource, and so are its rows
type Any = any

/** What has to be asked before, if anything. */
const questionOf = ({ account }: Model, resource: AnyResource, action: Action<Any>, row: Any): Question | undefined => {
  const meaning = actionWarning(action, account.isMe(resource, row))
  if (meaning === undefined) return undefined
  return { _tag: "Confirm", action, target: { resource, row }, meaning, field: TextField.empty, differs: false }
}

/** Does something to the rows that are marked, else to the one that is selected now, or asks before. */
export const actOn = (model: Model, resource: AnyResource, action: Action<Any>): void => {
  const { bulk, changes, lists, notices, profile, run, ui } = model
  const barred = readOnlyMessage(profile, action)
  if (barred !== undefined) return notices.tell("hint", barred)
  const marks = lists.marksOf(resource)
  if (Marks.count(marks.state.get()) > 0) {
    const { asked } = lists.of(resource).state.get()
    if (asked !== undefined)
      return notices.tell(
        "hint",
        `Nothing to ${action.label}: the rows of another filter are asked for, wait for them.`
      )
    ui.update((now) => ({ ...now, overlay: { _tag: "Bulk", field: TextField.empty } }))
    return run(bulk.prepare(action, resource, marks))
  }
  const state = lists.of(resource).state.get()
  const row = ListState.selected(state)
  const why = selectionError(state, resource.one)
  if (row === undefined || why !== undefined) {
    return notices.tell("hint", `Nothing to ${action.label}: ${why ?? "the row is not loaded yet"}.`)
  }
  const needless = action.needless?.(row)
  const question = needless === undefined ? questionOf(model, resource, action, row) : undefined
  if (question === undefined) return run(changes.perform(action, { resource, row }))
  ui.update((now) => ({ ...now, overlay: question }))
}

/** Does the one of two actions that there is something to do for with the selected row; of marked ones, to all. */
export const toggleState = (model: Model, resource: AnyResource): void => {
  const row = ListState.selected(model.lists.of(resource).state.get())
  const [first, second] = (resource.toggle?.actions ?? []).map((name) =>
    resource.actions.find((action) => action.name === name)
  )
  const action = row === undefined || first?.needless?.(row) === undefined ? first : second
  if (action !== undefined) actOn(model, resource, action)
}

export const resourceCommands = (model: Model) => {
  const { changes, run } = model
  return {
    "changes.undo": () => run(changes.undo),
    "changes.redo": () => run(changes.redo)
  }
}

/** Why the screen of several boxes is not there; nothing where it is. */
const whyNoBoxes = ({ place, region }: Model, { title }: ResourceGroup): string | undefined => {
  const address = region.address.replace(/^https?:\/\//, "").replace(/\/api$/, "")
  switch (place.get()) {
    case "emulator":
      return undefined
    case "live":
      return `${title}: ${address} is the live service, which has no control plane. Start remote-assist-mock and connect to it, or try pnpm demo.`
    case "unknown":
      return `${title}: it is not known whether an emulator answers at ${address}. Try again once there is a connection.`
  }
}

/** Goes to a screen of several boxes: to one of them, or to the one that had the keys last. */
export const showBoxes = (model: Model, group: ResourceGroup, box?: AnyResource): void => {
  const { findPlace, place, run, ui } = model
  if (place.get() !== "unknown") return enterBoxes(model, group, box)
  const { overlay, screen } = ui.get()
  run(
    Effect.map(findPlace, () => {
      const now = ui.get()
      // gone elsewhere meanwhile
      if (now.screen === screen && now.overlay === overlay) enterBoxes(model, group, box)
    })
  )
}

const enterBoxes = (model: Model, group: ResourceGroup, box: AnyResource | undefined): void => {
  const { lists, notices, ui } = model
  const why = whyNoBoxes(model, group)
  if (why !== undefined) return notices.tell("hint", why)
  const boxes = groupResources(group)
  const to = box ?? ui.get().boxes.get(group.name) ?? boxes[0]
  if (to === undefined) return
  ui.update((now) => ({ ...now, boxes: new Map(now.boxes).set(group.name, to) }))
  for (const one of boxes) if (lists.of(one).state.get().fetchedAt === undefined) lists.of(one).refresh()
  showScreen(model, to)
}

/** Copies what a row has to be asked for. */
export const copyOf = (model: Model, resource: AnyResource, { label, text, what }: CopyAction<unknown>): void => {
  const { lists, notices, run } = model
  const row: unknown = ListState.selected(lists.of(resource).state.get())
  if (row === undefined) return notices.tell("hint", `Nothing was copyToClipboard: no ${resource.one} is selected.`)
  run(
    Effect.match(lists.provided(text(row)), {
      onSuccess: (found) => {
        if (found === undefined)
          return notices.tell("hint", `Nothing was copyToClipboard: ${resource.nameOf(row)} has nothing to ${label}.`)
        copyToClipboard(model, what, found)
      },
      onFailure: (error) => {
        const problem = Problem.describe(label, error, "Refresh to see how things are, then try again.")
        notices.tell("problem", `${problem.what} ${problem.todo}`)
      }
    })
  )
}

/** Keeps reading what is in sight of a screen of several boxes, and nothing else. */
export const watchBoxes = ({ account, liveUpdates, ui }: Model): void => {
  const decide = () => {
    const { screen } = ui.get()
    const { group } = screen
    const isLooked = group !== undefined && account.state.get().who !== undefined && showsList(ui.get(), screen)
    liveUpdates.look(isLooked ? groupResources(group) : [])
  }
  ui.subscribe(decide)
  account.state.subscribe(decide)
}

export const boxCommands = (model: Model, run: (command: string) => void) => {
  const { liveUpdates, lists, notices, ui } = model
  const go = (by: number) => () => {
    const { screen } = ui.get()
    if (screen.group === undefined) return
    const boxes = groupResources(screen.group)
    showBoxes(model, screen.group, boxes[(boxes.indexOf(screen) + by + boxes.length) % boxes.length])
  }
  const move = (to: (view: Viewport.Viewport) => Viewport.Viewport) => () => selectRow(model).move(to)
  return {
    "boxes.next": go(1),
    "boxes.previous": go(-1),
    "boxes.down": move((view) => Viewport.moveBy(view, 1)),
    "boxes.up": move((view) => Viewport.moveBy(view, -1)),
    "boxes.pageDown": move((view) => Viewport.scrollBy(view, 1)),
    "boxes.pageUp": move((view) => Viewport.scrollBy(view, -1)),
    "boxes.start": move(Viewport.toStart),
    "boxes.end": move(Viewport.toEnd),
    "boxes.mark": () => run("marks.toggle"),
    "boxes.leave": () => run("list.leave"),
    "boxes.refresh": () => {
      liveUpdates.retry()
      const { group } = ui.get().screen
      for (const box of group === undefined ? [] : groupResources(group)) lists.of(box).refresh()
    },
    "boxes.follow": () => {
      liveUpdates.toggle()
      notices.tell("hint", liveUpdates.state.get().isOn ? "The journal is followed." : "The journal stands still.")
    }
  }
}

const notFound = "Refresh to see how things are, then try again."

/** Opens what belongs to the selected row in the browser; where nothing can, its address is copied. */
export const openLink = (model: Model, resource: AnyResource, link: OpenAction<Any>): void => {
  const { account, copy, lists, notices, opener, run, ui } = model
  if (ui.get().screen !== resource) return
  const row: Any = ListState.selected(lists.of(resource).state.get())
  if (row === undefined) return notices.tell("hint", `Nothing was opened: no ${resource.one} is selected.`)
  const name = resource.nameOf(row)
  const what = `The ${link.label} of the ${name}`
  const { dataOf } = account.state.get()

  const copyToClipboard = (address: string, why: string) => {
    if (addressIn(address) === undefined) return notices.tell("problem", `${what} was not opened. ${why}`)
    Result.match(copy(address), {
      onSuccess: () => notices.tell("hint", `${what} was not opened. ${why} Its address is sent to the clipboard.`),
      onFailure: (selectionError) => notices.tell("problem", `${what} was not opened. ${why} ${selectionError}`)
    })
  }

  const openAt = (address: string) =>
    Effect.map(opener.open(address), (opened) =>
      Result.match(opened, {
        onSuccess: () => notices.tell("done", `${what} is opened in your browser.`),
        onFailure: (why) => copyToClipboard(address, why)
      })
    )

  run(
    lists.provided(link.find(row)).pipe(
      Effect.matchEffect({
        onSuccess: (found): Effect.Effect<void> => {
          if (account.state.get().dataOf !== dataOf) return Effect.void
          return Result.match(found, {
            onSuccess: (address) => openAt(Redacted.value(address)),
            onFailure: (why) => Effect.sync(() => notices.tell("hint", why))
          })
        },
        onFailure: (error) =>
          Effect.sync(() => {
            if (account.state.get().dataOf !== dataOf) return
            const { todo, what: problem } = Problem.describe(`read ${name}`, error, notFound)
            notices.tell("problem", `${what} was not opened. ${problem} ${todo}`)
          })
      })
    )
  )
}
