// \p{C}: control and format characters, lone surrogates, private-use and unassigned characters
const unsafe = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

const first = new RegExp(unsafe.source, "u")

// joiners between letters or emoji, and emoji selectors
const harmless =
  /(?<=[\p{L}\p{M}\p{Extended_Pictographic}\uFE0F])[\u200C\u200D](?=[\p{L}\p{Extended_Pictographic}])|(?<=\P{C})\uFE0F/gu

/** Whether a terminal interprets a character, or does not show it. */
export const isUnsafe = (character: string): boolean => first.test(character)

/**
 * Replaces the characters that a terminal interprets or does not show, so that a text cannot move the cursor, change the writing
 * direction or hide anything. Emoji and scripts that need joiners stay unchanged. `lines` keeps tabs and line feeds; otherwise they and
 * carriage returns become spaces.
 */
export const sanitize = (
  text: string,
  { lines = false, mark = "\uFFFD" }: { readonly lines?: boolean; readonly mark?: string } = {}
): string => {
  if (!first.test(text)) return text
  const harmlessAt = new Set(Array.from(text.matchAll(harmless), ({ index }) => index))
  return text.replaceAll(unsafe, (found, at: number) => {
    if (harmlessAt.has(at) || (lines && (found === "\n" || found === "\t"))) return found
    return !lines && /[\n\r\t]/.test(found) ? " " : mark
  })
}

const toCodes = (found: string) =>
  Array.from({ length: found.length }, (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, "0")}`).join("")

/** Writes the unsafe characters of JSON as escapes; its value stays the same. */
export const escapeJson = (json: string): string => json.replaceAll(unsafe, toCodes)

const control = /[\p{Cc}\p{Cs}]/u
const controlExceptLines = /(?![\n\r\t])[\p{Cc}\p{Cs}]/u

/** Returns a message about the first control character of a text, or `undefined`; `lines` allows tabs and line ends. */
export const findControl = (text: string, lines = false): string | undefined => {
  const [found] = (lines ? controlExceptLines : control).exec(text) ?? []
  return found === undefined ? undefined : `has a control character (${toCodes(found)}): leave it out`
}
