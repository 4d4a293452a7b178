import * as ListState from "../engine/lists/ListState.ts"
import { busyWith } from "../model/busy.ts"
import * as Menu from "../model/Menu.ts"
import type { Model } from "../model/Model.ts"
import type { Connection } from "../resources/session.ts"
import { session } from "../resources/session.ts"

/** Goes on with another profile; says why where it cannot. */
export const switchTo = (model: Model, name: string): string | undefined => {
  const { profiles, quit } = model
  if (!profiles.some((profile) => profile.name === name)) return `There is no profile ${name}.`
  const busy = busyWith(model)
  if (busy !== undefined) return `${busy.what}: wait for it before you leave this profile.`
  quit(name)
  return undefined
}

/** Choosing another profile. */
export const make = (model: Model) => {
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
      behind: now.overlay?._tag === "LogIn" ? now.overlay : undefined
    }))
  }
  const go = () => {
    const row = ListState.selected<Connection>(lists.of(session).state.get())
    if (row === undefined) return
    if (row.isCurrent) return ui.update((now) => ({ ...now, details: !now.details, pane: "list" }))
    const why = switchTo(model, row.name)
    if (why !== undefined) notices.tell("hint", why)
  }
  return { "session.go": go, "logIn.profiles": open }
}
