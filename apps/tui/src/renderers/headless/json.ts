import { escapeJson } from "@remote-assist/cli/Terminal"
import * as Redacted from "effect/Redacted"

/** A value as JSON of one line, without a character that a terminal would obey. */
export const write = (value: unknown): string => escapeJson(JSON.stringify(value))

const opened = (value: unknown): unknown => {
  if (Redacted.isRedacted(value)) return Redacted.value(value)
  if (Array.isArray(value)) return value.map(opened)
  return typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, opened(inner)]))
    : value
}

/** The same with its secrets, where they are asked for. */
export const writeOpen = (value: unknown, isRevealed: boolean): string => write(isRevealed ? opened(value) : value)
