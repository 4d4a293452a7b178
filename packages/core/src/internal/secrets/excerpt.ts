import * as Result from "effect/Result"

import type { Mask } from "./masker.ts"

const longest = 200

const quoted = /"(?:[^"\\]|\\.)*(?:"(\s*:)?|$)/g

/** The shape of JSON: no text in it. */
const maskTexts = (text: string) =>
  text.replaceAll(quoted, (found, colon: string | undefined) => (colon === undefined ? '"…"' : found))

const isJson = (body: string) => Result.isSuccess(Result.try((): unknown => JSON.parse(body)))

const kindOf = (body: string) =>
  /^\s*<(?:!doctype\s+)?html\b/i.test(body) ? "a page of HTML" : "text that is not JSON"

/**
 * The beginning of a body, for an error message. An answer of success may hold tokens wherever its shape is not the
 * expected one: of it no text is shown, and nothing at all where it is not JSON.
 */
export const excerpt = (mask: Mask, status: number, body: string): string => {
  if (body === "") return ""
  if (status < 300 && !isJson(body)) return `(${kindOf(body)}, ${body.length} characters, not shown)`
  const masked = mask(status < 300 ? maskTexts(body.slice(0, 4000)) : body, 4000)
  const shown = masked.replaceAll(/\s+/g, " ")
  return shown.length > longest ? `${shown.slice(0, longest - 1)}…` : shown
}
