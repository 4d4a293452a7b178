import type { Outgoing } from "@remote-assist/core/Http"

import { steering, visible } from "../runner/visible.ts"

const octal = (character: string) =>
  [...Buffer.from(character)].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("")

/** A text as a word of a shell, on one line: what would steer a terminal stands there as bash, zsh and ksh read it. */
export const quoted = (text: string): string => {
  if (/^[\w./:=@%+,-]+$/.test(text)) return text
  return visible(text) === text
    ? `'${text.replaceAll("'", String.raw`'\''`)}'`
    : `$'${text.replaceAll(/[\\']/g, String.raw`\$&`).replaceAll(steering, octal)}'`
}

/** The curl line that sends a request again. */
export const curlOf = ({ body, headers, method, url }: Outgoing): string =>
  [
    "curl",
    ...(method === (body === undefined ? "GET" : "POST") ? [] : ["-X", method]),
    quoted(url),
    ...Object.entries(headers)
      .filter(([name]) => !/^(?:host|content-length|traceparent|b3|accept-encoding)$/.test(name))
      .flatMap(([name, value]) => ["-H", quoted(`${name}: ${value}`)]),
    ...(body === undefined ? [] : ["-d", quoted(body)])
  ].join(" ")
