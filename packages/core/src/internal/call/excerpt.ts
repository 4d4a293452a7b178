const longest = 200

// enough to fill an excerpt after masking; a body may be a page of megabytes
const looked = 4000

const quoted = /"(?:[^"\\]|\\.)*(?:"(\s*:)?|$)/g
const secretField = /("[^"]*(?:token|refresh|password|secret|key)[^"]*"\s*:\s*)"(?:[^"\\]|\\.)*"?/gi
const jwt = /\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g

const maskValues = (text: string) =>
  text.replaceAll(quoted, (found, colon: string | undefined) => (colon === undefined ? '"…"' : found))

/**
 * The beginning of a body, for an error message. An answer of success may hold tokens wherever its shape is not the
 * expected one: of it no text value is shown, of others none whose name sounds secret.
 */
export const excerpt = (status: number, body: string) => {
  const text = body.slice(0, looked)
  const masked = status < 300 ? maskValues(text) : text.replaceAll(secretField, '$1"…"')
  return masked.replaceAll(jwt, "…").replaceAll(/\s+/g, " ").slice(0, longest)
}
