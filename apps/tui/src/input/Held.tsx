import { useApp } from "ink"
import { useInsertionEffect, useState } from "react"
import type { ReactNode } from "react"

import * as Hold from "./Hold.ts"
import { KeyboardContext } from "./useKeyboard.ts"

interface Props extends Omit<Hold.Options, "suspendInk"> {
  readonly children: ReactNode
}

/**
 * Holds the terminal while its children are shown. It is taken before Ink draws, and given back when this is unmounted,
 * which Ink does before it leaves the alternate screen, at whatever end.
 */
export const Held = ({ children, forget, stdin, stdout }: Props) => {
  const { suspendTerminal } = useApp()
  const [{ keyboard, take }] = useState(() => Hold.make({ forget, stdin, stdout, suspendInk: suspendTerminal }))
  useInsertionEffect(take, [take])
  return <KeyboardContext value={keyboard}>{children}</KeyboardContext>
}
