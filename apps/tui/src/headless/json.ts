// what JSON need not escape and a terminal obeys or hides
const unsafe = /[\u007F-\u009F\u061C\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\u{E0000}-\u{E007F}]/gu

const escaped = (found: string) =>
  Array.from({ length: found.length }, (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, "0")}`).join("")

/** A value as JSON of one line, without a character that a terminal would obey. */
export const write = (value: unknown): string => JSON.stringify(value).replaceAll(unsafe, escaped)
