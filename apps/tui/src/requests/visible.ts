// what a terminal obeys or hides
const unsafe = /[\p{Cc}\u061C\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\u{E0000}-\u{E007F}]/gu

const codes = (found: string) =>
  Array.from({ length: found.length }, (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, "0")}`).join("")

/** A text of one line that a terminal only shows: names come from outside. */
export const visible = (text: string): string => text.replaceAll(unsafe, " ")

/** JSON that says the same, in which a terminal finds nothing to obey. */
export const escaped = (json: string): string => json.replaceAll(unsafe, codes)
