import type { Outgoing } from "@remote-assist/core/Http"

/** A text as a word of a shell. */
export const quoted = (text: string): string =>
  /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`

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
