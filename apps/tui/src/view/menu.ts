import * as Menu from "../model/Menu.ts"
import type { Overlay } from "../model/Ui.ts"
import type { MenuBody } from "./View.ts"

/** What is chosen from, where something is. */
export const menuBody = (overlay: Overlay | undefined): MenuBody | undefined =>
  overlay?._tag === "Menu"
    ? {
        _tag: "Menu",
        name: overlay.name,
        title: overlay.title,
        choices: Menu.fitting(overlay),
        cursor: overlay.cursor
      }
    : undefined
