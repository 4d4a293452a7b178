import { useEffect, useRef } from "react"

import type { Region } from "../api.ts"

interface SearchProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|SELECT|TEXTAREA)$/.test(target.tagName))

/** A field for a search, which `/` moves to. */
export const Search = ({ label, onChange, value }: SearchProps) => {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      event.preventDefault()
      input.current?.focus()
    }
    addEventListener("keydown", onKey)
    return () => removeEventListener("keydown", onKey)
  }, [])
  return (
    <input
      ref={input}
      type="search"
      aria-label={label}
      aria-keyshortcuts="/"
      placeholder={`${label} ( / )`}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  /** The labels of the values. */
  readonly options: Readonly<Record<string, string>>
  readonly onChange: (value: string) => void
}

/** A choice of one value. */
export const Choice = ({ label, onChange, options, value }: ChoiceProps) => (
  <select aria-label={label} value={value} onChange={({ target }) => onChange(target.value)}>
    {Object.entries(options).map(([value, label]) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </select>
)

export const regions: Readonly<Record<Region, string>> = { us: "US region", eu: "EU region" }

/** Parses the region of a filter (default `us`). */
export const regionOf = (text = ""): Region => (text === "eu" ? "eu" : "us")
