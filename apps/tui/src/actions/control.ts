// of what is no text, or only half a character
const control = /[\p{Cc}\p{Cs}]/u
const controlOfLines = /(?![\n\r\t])[\p{Cc}\p{Cs}]/u

/** What is wrong with a text that a terminal would obey or nobody can read, behind its name; nothing where it has no such character. */
export const controlIn = (text: string, hasLines = false): string | undefined => {
  const [found] = (hasLines ? controlOfLines : control).exec(text) ?? []
  if (found === undefined) return undefined
  const code = `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`
  return `has a control character (${code}): leave it out`
}
