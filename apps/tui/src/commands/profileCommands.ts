import { isUnderWay } from "../engine/Changes.ts"
import * as Menu from "../model/Menu.ts"
import type { Model } from "../model/Model.ts"

/** Goes on with another profile; says why where it cannot. */
export const switchTo = ({ changes, profiles, quit }: Model, name: string): string | undefined => {
  if (!profiles.some((profile) => profile.name === name)) return `There is no profile ${name}.`
  if (isUnderWay(changes.state.get())) return "A change is under way: wait for it before you leave this profile."
  quit(name)
  return undefined
}

/** Choosing another profile. */
export const make = ({ notices, profile, profiles, ui }: Model) => {
  const open = () => {
    if (profiles.length === 0)
      return notices.tell("hint", "There are no profiles: remote-assist profiles set NAME makes one.")
    const choices = profiles.map(({ name, what }) => ({
      label: name,
      detail: name === profile.name ? `${what}, this one` : what,
      command: `profile ${name}`
    }))
    ui.update((now) => ({ ...now, overlay: Menu.open("profiles", "Profiles", choices) }))
  }
  return { "profiles.open": open, "logIn.profiles": open }
}
