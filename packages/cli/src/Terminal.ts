// \p{C} is control and format characters, halves of surrogate pairs, and characters for private use or without a meaning yet
const unsafe = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

const first = new RegExp(unsafe.source, "u")

// what scripts and emoji need: a joiner between letters or pictures, and the selector of a picture
const needed =
  /(?<=[\p{L}\p{M}\p{Extended_Pictographic}\uFE0F])[\u200C\u200D](?=[\p{L}\p{Extended_Pictographic}])|(?<=\P{C})\uFE0F/gu

/** Whether a terminal obeys a character, or shows nothing of it. */
export const isUnsafe = (character: string): boolean => first.test(character)

export interface SanitizeOptions {
  /** What stands for an unsafe character (default `\uFFFD`). */
  readonly mark?: string
  /** Whether tabs and line feeds stay; if not, they and carriage returns are spaces (default false). */
  readonly lines?: boolean
}

/**
 * A text in which a mark stands for each character that a terminal obeys or does not show: texts of others cannot move the
 * cursor, turn the direction of writing or hide anything. Emoji and scripts that need joiners stay as they are.
 */
export const sanitize = (text: string, { lines = false, mark = "\uFFFD" }: SanitizeOptions = {}): string => {
  if (!first.test(text)) return text
  const kept = new Set(Array.from(text.matchAll(needed), ({ index }) => index))
  return text.replaceAll(unsafe, (found, at: number) => {
    if (kept.has(at) || (lines && (found === "\n" || found === "\t"))) return found
    return !lines && /[\n\r\t]/.test(found) ? " " : mark
  })
}

const codesOf = (found: string) =>
  Array.from({ length: found.length }, (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, "0")}`).join("")

/** JSON with the same value, in which each unsafe character is written as its code. */
export const escapeJson = (json: string): string => json.replaceAll(unsafe, codesOf)

const control = /[\p{Cc}\p{Cs}]/u
const controlOfLines = /(?![\n\r\t])[\p{Cc}\p{Cs}]/u

/** Says of a text that it has a control character, behind its name, or `undefined`; with `lines`, tabs and ends of lines are none. */
export const controlIn = (text: string, lines = false): string | undefined => {
  const [found] = (lines ? controlOfLines : control).exec(text) ?? []
  return found === undefined ? undefined : `has a control character (${codesOf(found)}): leave it out`
}
