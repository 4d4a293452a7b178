import * as Watch from "../engine/watching/Watch.ts"
import type { Model } from "../model/Model.ts"
import { isShownToAll } from "../resources/Resource.ts"
import { counted } from "../text/numbers.ts"

/** Seconds in words. */
const secondsIn = (text: string): number | undefined => {
  const [, number, unit = ""] = /^(\d{1,6}(?:\.\d+)?)\s*(|s|sec|seconds?|m|min|minutes?)$/.exec(text) ?? []
  return number === undefined ? undefined : Number(number) * (unit.startsWith("m") ? 60 : 1)
}

const begin = ({ keys, notices, ui, watch }: Model, every: number): string | undefined => {
  if (every < Watch.least || every > Watch.most)
    return `watch takes from ${Watch.least} to ${counted.format(Watch.most)} seconds, such as watch 10s.`
  const { screen } = ui.get()
  if (isShownToAll(screen)) return "There is nothing to watch here."
  watch.begin(screen, every)
  const out = [keys.shownKey("watch.toggle"), keys.shownKey("list.leave")].filter(Boolean).join(" or ")
  notices.tell("hint", `Watching the ${screen.title.toLowerCase()}, every ${counted.format(every)} s. ${out} ends it.`)
  return undefined
}

/** Ends watching; says whether there was something to end. */
export const end = ({ notices, watch }: Model): boolean => {
  const { resource } = watch.state.get() ?? {}
  if (!watch.end()) return false
  notices.tell("hint", `No longer watching the ${resource?.title.toLowerCase()}.`)
  return true
}

/** Watches as one types it: `watch 10s`, `watch off`; says why where that makes no sense. */
export const watchAs = (model: Model, text: string): string | undefined => {
  if (text === "off") return end(model) ? undefined : "Nothing is watched."
  const every = text === "" ? Watch.usual : secondsIn(text)
  return every === undefined ? "watch takes seconds, such as watch 10s, or off." : begin(model, every)
}

/** Only the screen that is shown is watched, and with a session. */
export const follow = (model: Model): void => {
  const { account, notices, ui, watch } = model
  ui.subscribe(() => {
    const watched = watch.state.get()
    if (watched !== undefined && watched.resource !== ui.get().screen) end(model)
  })
  account.state.subscribe(() => {
    const watched = watch.state.get()
    if (watched === undefined || account.state.get().who !== undefined) return
    watch.end()
    notices.tell("problem", `Watching the ${watched.resource.title.toLowerCase()} has ended with the session.`)
  })
}

export const make = (model: Model) => ({
  "watch.toggle": () => {
    const { notices, ui, watch } = model
    const { count } = ui.get()
    if (count === "" && watch.state.get() !== undefined) return void end(model)
    const problem = begin(model, count === "" ? Watch.usual : Number(count))
    if (problem !== undefined) notices.tell("hint", problem)
  }
})
