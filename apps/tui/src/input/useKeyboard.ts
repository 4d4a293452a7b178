import { createContext, useContext, useLayoutEffect } from "react"

import type { Keyboard, Listener } from "./Keyboard.ts"

export const KeyboardContext = createContext<Keyboard | undefined>(undefined)

/** Hears every key and paste while the component is mounted. */
export const useKeyboard = (listener: Listener): void => {
  const keyboard = useContext(KeyboardContext)
  useLayoutEffect(() => keyboard?.listen(listener), [keyboard, listener])
}
