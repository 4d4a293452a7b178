import { createContext, useContext } from "react"

import * as Theme from "../theme.ts"

export const ThemeContext = createContext(Theme.make(true))

export const useTheme = (): Theme.Theme => useContext(ThemeContext)
