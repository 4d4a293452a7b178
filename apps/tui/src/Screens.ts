import type { FC } from "react"

import type { KeyContext } from "./keymap/keymap.ts"
import { PodsScreen } from "./screens/Pods/PodsScreen.tsx"
import { UsersScreen } from "./screens/Users/UsersScreen.tsx"
import type { ScreenName, Ui } from "./Ui.ts"

/** A screen: what it draws in the room between header and hints, and which keys apply. */
export interface Screen {
  readonly View: FC<{ readonly width: number; readonly height: number }>
  readonly contexts: ReadonlyArray<KeyContext>
}

export const screens: Record<ScreenName, Screen> = {
  users: { View: UsersScreen, contexts: ["users", "list", "global", "always"] },
  pods: { View: PodsScreen, contexts: ["list", "global", "always"] }
}

const overlays = {
  Help: ["help", "always"],
  Filter: ["filter", "field", "always"],
  Delete: ["delete", "field", "always"]
} as const

/** Which keys apply where the person is. */
export const contextsOf = ({ overlay, screen }: Ui, loggedIn: boolean): ReadonlyArray<KeyContext> => {
  if (!loggedIn) return ["form", "field", "always"]
  return overlay === undefined ? screens[screen].contexts : overlays[overlay._tag]
}
