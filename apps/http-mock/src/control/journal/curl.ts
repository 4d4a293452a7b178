import type { Exchange } from "../../tenants/journal/Exchange.ts"
import * as Content from "../../wire/content.ts"
import { shellQuote } from "../../wire/shellQuote.ts"
import { redactionOf } from "./redaction.ts"
import type { Hide } from "./secrets.ts"

/** How a request is written down. */
export interface Writing {
  /** Where the emulator is, such as `http://127.0.0.1:4010`. */
  readonly origin: string
  readonly apiKeyHeader: string
  /** Whether secrets are written out. */
  readonly secrets: boolean
}

// what curl sets itself, and what a browser adds
const own = /^(?:host|connection|content-length|transfer-encoding|expect|accept-encoding|sec-.*)$/

// between these stands the name of a variable; no request has them
const [open, close] = ["\u0000", "\u0001"]

const variable = new RegExp(`(${open}\\w+${close})`)

const written = (text: string) =>
  text
    .split(variable)
    .filter((part) => part !== "")
    .map((part) => (part.startsWith(open) ? `"$${part.slice(1, -1)}"` : shellQuote(part)))
    .join("")

const octal = (bytes: Uint8Array) => [...bytes].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("")

const defaults = ["accept", "user-agent", "content-type"]

/** The request as a line for a POSIX shell; secrets are its variables `API_KEY`, `TOKEN`, `PASSWORD` and so on. */
export const of = (exchange: Exchange, { apiKeyHeader, origin, secrets }: Writing): string => {
  const { body = new Uint8Array(), headers, method, url } = exchange
  const hide: Hide = (name, secret) => (secrets ? secret : `${open}${name}${close}`)
  const redacted = redactionOf(exchange, apiKeyHeader, hide)
  const content = Content.of(body)
  const sent = Object.entries(headers).filter(([name]) => !own.test(name))
  const names = new Set(sent.map(([name]) => name))
  const given = sent.map(([name, value]) => {
    const shown = redacted.header(name, value)
    return `-H ${written(shown === "" ? `${name};` : `${name}: ${shown}`)}`
  })
  const dropped = defaults.filter((name) => !names.has(name)).map((name) => `-H '${name}:'`)
  const data =
    body.length === 0
      ? []
      : [content.encoding === undefined ? `--data-raw ${written(redacted.body(content.text))}` : "--data-binary @-"]
  const line = [
    "curl -sS -g --path-as-is",
    method === "HEAD" ? "-I" : `-X ${written(method)}`,
    written(origin + redacted.url(url)),
    ...given,
    ...dropped,
    ...data
  ].join(" ")
  return content.encoding === undefined || body.length === 0 ? line : `printf '${octal(body)}' | ${line}`
}
