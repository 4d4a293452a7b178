import { useState } from "react"

const themes = { system: "System", light: "Light", dark: "Dark" }

const key = "remote-assist-theme"

const storedTheme = () => localStorage.getItem(key) ?? "system"

/** Shows the chosen theme, or that of the system. */
export const showTheme = (): void => {
  document.documentElement.dataset["theme"] = storedTheme()
}

/** The switch between light, dark and the theme of the system. */
export const ThemeSwitch = () => {
  const [theme, setTheme] = useState(storedTheme)
  const choose = (theme: string) => {
    localStorage.setItem(key, theme)
    setTheme(theme)
    showTheme()
  }
  return (
    <select aria-label="Theme" value={theme} onChange={({ target }) => choose(target.value)}>
      {Object.entries(themes).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}
