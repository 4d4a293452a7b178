import type { Exchange } from "../../tenants/journal/Exchange.ts"
import * as Content from "../../wire/content.ts"
import { shellQuote } from "../../wire/shellQuote.ts"
import { redactionOf, withheld } from "./redaction.ts"
import type { Writing } from "./redaction.ts"
import type { Hide } from "./secrets.ts"

// what curl sets itself, and what a browser adds
const own = /^(?:host|connection|content-length|transfer-encoding|expect|accept-encoding|sec-.*)$/

// between these stands the name of a variable; they are no characters (Unicode, 23.7), so no text has them
const [open, close] = ["\uFDD0", "\uFDD1"]

const variable = new RegExp(`(${open}\\w+${close})`)

const written = (text: string) =>
  text
    .split(variable)
    .filter((part) => part !== "")
    .map((part) => (part.startsWith(open) ? `"$${part.slice(1, -1)}"` : shellQuote(part)))
    .join("")

const octal = (bytes: Uint8Array) => [...bytes].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("")

// of one that was passed on, the journal keeps a part
const isCut = ({ passed }: Exchange) => passed !== undefined && passed.sent.total > passed.sent.kept

const defaults = ["accept", "user-agent", "content-type"]

/**
 * The request as a line for a POSIX shell; secrets are its variables `API_KEY`, `TOKEN`, `PASSWORD` and so on, and
 * `BODY` is a body that is not shown.
 */
export const of = (exchange: Exchange, writing: Writing): string => {
  const { body = new Uint8Array(), headers, method, url } = exchange
  const hide: Hide = (name) => `${open}${name}${close}`
  const redacted = redactionOf(exchange, writing, hide)
  const content = redacted.requestBody(Content.of(body))
  const sent = Object.entries(headers).filter(([name]) => !own.test(name))
  const names = new Set(sent.map(([name]) => name))
  const given = sent.map(([name, value]) => {
    const shown = redacted.header(name, value)
    return `-H ${written(shown === "" ? `${name};` : `${name}: ${shown}`)}`
  })
  const dropped = defaults.filter((name) => !names.has(name)).map((name) => `-H '${name}:'`)
  const data =
    content === undefined
      ? [`--data-raw ${written(hide("BODY"))}`]
      : body.length === 0
        ? []
        : [content.encoding === undefined ? `--data-raw ${written(content.text)}` : "--data-binary @-"]
  const line = [
    "curl -sS -g --path-as-is",
    method === "HEAD" ? "-I" : `-X ${written(method)}`,
    written(writing.origin + redacted.url(url)),
    ...given,
    ...dropped,
    ...data
  ].join(" ")
  if (content === undefined) return `${line} # ${withheld}`
  if (isCut(exchange)) return `${line} # Of the body the first ${body.length} bytes are kept, and no more.`
  return content.encoding === undefined || body.length === 0 ? line : `printf '${octal(body)}' | ${line}`
}
