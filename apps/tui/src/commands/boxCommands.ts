import * as Effect from "effect/Effect"

import type { Copy } from "../actions/Copy.ts"
import * as ListState from "../engine/lists/ListState.ts"
import * as Viewport from "../engine/lists/pages/Viewport.ts"
import type { Model } from "../model/Model.ts"
import { showsList } from "../model/Ui.ts"
import * as Problem from "../Problem.ts"
import { boxesOf } from "../resources/registry.ts"
import type { AnyResource } from "../resources/registry.ts"
import type { Group } from "../resources/Resource.ts"
import { copied } from "./copied.ts"
import { otherRow } from "./otherRow.ts"
import * as resourceCommands from "./resourceCommands.ts"

/** Why the screen of several boxes is not there; nothing where it is. */
const whyNot = ({ place, region }: Model, { title }: Group): string | undefined => {
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
export const show = (model: Model, group: Group, box?: AnyResource): void => {
  const { findPlace, place, run, ui } = model
  if (place.get() !== "unknown") return enter(model, group, box)
  const { overlay, screen } = ui.get()
  run(
    Effect.map(findPlace, () => {
      const now = ui.get()
      // gone elsewhere meanwhile
      if (now.screen === screen && now.overlay === overlay) enter(model, group, box)
    })
  )
}

const enter = (model: Model, group: Group, box: AnyResource | undefined): void => {
  const { lists, notices, ui } = model
  const why = whyNot(model, group)
  if (why !== undefined) return notices.tell("hint", why)
  const boxes = boxesOf(group)
  const to = box ?? ui.get().boxes.get(group.name) ?? boxes[0]
  if (to === undefined) return
  ui.update((now) => ({ ...now, boxes: new Map(now.boxes).set(group.name, to) }))
  for (const one of boxes) if (lists.of(one).state.get().fetchedAt === undefined) lists.of(one).refresh()
  resourceCommands.show(model, to)
}

/** Copies what a row has to be asked for. */
export const copy = (model: Model, resource: AnyResource, { label, text, what }: Copy<unknown>): void => {
  const { lists, notices, run } = model
  const row: unknown = ListState.selected(lists.of(resource).state.get())
  if (row === undefined) return notices.tell("hint", `Nothing was copied: no ${resource.one} is selected.`)
  run(
    Effect.match(lists.provided(text(row)), {
      onSuccess: (found) => {
        if (found === undefined)
          return notices.tell("hint", `Nothing was copied: ${resource.nameOf(row)} has nothing to ${label}.`)
        copied(model, what, found)
      },
      onFailure: (error) => {
        const problem = Problem.of(label, error, "Refresh to see how things are, then try again.")
        notices.tell("problem", `${problem.what} ${problem.todo}`)
      }
    })
  )
}

/** Keeps reading what is in sight of a screen of several boxes, and nothing else. */
export const watch = ({ account, following, ui }: Model): void => {
  const decide = () => {
    const { screen } = ui.get()
    const { group } = screen
    const isLooked = group !== undefined && account.state.get().who !== undefined && showsList(ui.get(), screen)
    following.look(isLooked ? boxesOf(group) : [])
  }
  ui.subscribe(decide)
  account.state.subscribe(decide)
}

export const make = (model: Model, run: (command: string) => void) => {
  const { following, lists, notices, ui } = model
  const go = (by: number) => () => {
    const { screen } = ui.get()
    if (screen.group === undefined) return
    const boxes = boxesOf(screen.group)
    show(model, screen.group, boxes[(boxes.indexOf(screen) + by + boxes.length) % boxes.length])
  }
  const move = (to: (view: Viewport.Viewport) => Viewport.Viewport) => () => otherRow(model).move(to)
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
      following.retry()
      const { group } = ui.get().screen
      for (const box of group === undefined ? [] : boxesOf(group)) lists.of(box).refresh()
    },
    "boxes.follow": () => {
      following.toggle()
      notices.tell("hint", following.state.get().isOn ? "The journal is followed." : "The journal stands still.")
    }
  }
}
