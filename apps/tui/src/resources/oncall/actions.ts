import { OnCallGroups } from "@remote-assist/core"
import * as Effect from "effect/Effect"

import type { Action } from "../../actions/Action.ts"

type Group = OnCallGroups.OnCallGroup

const setFavorite = (favorite: boolean) => (group: Group) =>
  Effect.flatMap(OnCallGroups.OnCallGroups, (groups) =>
    favorite ? groups.favorite(group.id) : groups.unfavorite(group.id)
  ).pipe(Effect.as({ ...group, favorite }))

const favorite: Action<Group> = {
  name: "oncall.favorite",
  keys: ["+"],
  label: "favorite",
  pending: "making a favorite",
  effect: "reversible",
  inverse: "oncall.unfavorite",
  needless: ({ favorite }) => (favorite === true ? "is a favorite already" : undefined),
  run: setFavorite(true),
  done: "is a favorite of yours."
}

const unfavorite: Action<Group> = {
  name: "oncall.unfavorite",
  keys: ["-"],
  label: "unfavorite",
  pending: "taking off the favorites",
  effect: "reversible",
  inverse: "oncall.favorite",
  needless: ({ favorite }) => (favorite === false ? "is no favorite" : undefined),
  run: setFavorite(false),
  done: "is no favorite any more."
}

export const actions: ReadonlyArray<Action<Group>> = [favorite, unfavorite]
