import { keyText } from "../keymap/Keys.ts"
import type { Model } from "../model/Model.ts"
import type { AnyResource, ResourceGroup } from "../resources/Resource.ts"
import { groupResources } from "../resources/resources.ts"
import { listBody, unavailableCommands } from "./list.ts"
import type { Body, Box, BoxesBody } from "./View.ts"

const boxOf = (model: Model, resource: AnyResource): Box => {
  const { liveUpdates, keys, profile, ui } = model
  const isFocused = ui.get().screen === resource
  const list = listBody(model, resource)
  const idle = new Set(unavailableCommands(model, resource))
  const isFollowed = resource.growsAtEnd === true
  const following = liveUpdates.isFollowing.get() ? "following" : `stands still, ${keys.keyOf("boxes.follow")} follows`
  return {
    key: keyText(resource.letter),
    isFocused,
    isMain: isFollowed,
    list: {
      ...list,
      notes: [...(isFollowed ? [following] : []), ...list.notes],
      isSelected: list.isSelected && isFocused,
      details: isFocused ? list.details : undefined,
      withDetails: isFocused && list.withDetails === true
    },
    hints: keys
      .bindingsOf(resource.name)
      .filter(({ changes, command }) => !idle.has(command) && (changes !== true || profile.readOnly === undefined))
  }
}

/** Returns the boxes of a screen; one has the focus. */
export const boxesBody = (model: Model, group: ResourceGroup): BoxesBody => ({
  _tag: "Boxes",
  name: group.name,
  title: group.title,
  boxes: groupResources(group).map((resource) => boxOf(model, resource))
})

/** Returns the focused box. */
export const focused = ({ boxes }: BoxesBody): Box | undefined => boxes.find(({ isFocused }) => isFocused)

/** Returns the body to speak: of several boxes, the list of the focused one. */
export const heard = (body: Body): Body => (body._tag === "Boxes" ? (focused(body)?.list ?? body) : body)
