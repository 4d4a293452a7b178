import type { Region } from "@remote-assist/core"
import * as Redacted from "effect/Redacted"

import type { Outgoing } from "./Recording.ts"
import { escaped } from "./visible.ts"

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

const header = (name: string, value: string, apiKey: string) =>
  value === apiKey
    ? `-H "${name}: $REMOTE_ASSIST_API_KEY"`
    : name === "authorization"
      ? `-H "${name}: $REMOTE_ASSIST_TOKEN"`
      : `-H ${quoted(`${name}: ${value}`)}`

/** A request as a line for a POSIX shell, with the API key and the user token as variables. */
export const of = ({ body, headers, method, url }: Outgoing, { apiKey }: Region.Region["Service"]): string =>
  [
    "curl -sS -g",
    `-X ${method}`,
    quoted(url),
    ...Object.entries(headers).map(([name, value]) => header(name, value, Redacted.value(apiKey))),
    ...(body === undefined ? [] : [`--data-raw ${quoted(escaped(body))}`])
  ].join(" ")
