import * as HttpServerResponse from "effect/http/HttpServerResponse"

import * as Bodies from "../control/journal/bodies.ts"
import { redactionOf } from "../control/journal/redaction.ts"
import type { Redaction } from "../control/journal/redaction.ts"
import { isSecretName } from "../control/journal/secretNames.ts"
import type { Exchange } from "../tenants/journal/Exchange.ts"
import { splitBearer } from "../wire/bearer.ts"
import * as Content from "../wire/content.ts"

/** Stands where a secret was while something is made of a text; it is no character (Unicode, 23.7), so no text has it. */
export const hole = "\uFDD0"

/** What is written in place of a secret: a client that gets one can send it again. */
export const mask = (name: string): string => `masked-${name.toLowerCase().replaceAll("_", "-")}`

/** What hides the secrets of an exchange. */
export interface Masks {
  /** With a {@link hole} for each secret. */
  readonly holes: Redaction
  /** With a mask for each secret. */
  readonly masks: Redaction
  /** Whether bytes hold a credential of the request as it was sent. */
  readonly areBare: (bytes: Uint8Array) => boolean
}

// more are not sought in each text
const mostKnown = 100

const shortest = 6

/** Finds the secrets of exchanges, those of earlier ones included. */
export const make = (apiKeyHeader: string, apiKeys: ReadonlyArray<string>) => {
  const known = new Set<string>()
  const keyHeader = apiKeyHeader.toLowerCase()
  const learn = (value: string) => {
    if (value.length < shortest || value.length > 10_000) return
    // the latest are at the end
    known.delete(value)
    known.add(value)
    const [oldest] = known
    if (known.size > mostKnown && oldest !== undefined) known.delete(oldest)
  }
  const note = (value: string, secret: string | undefined) => {
    if (secret !== undefined) learn(value)
  }
  const credentialsOf = ({ headers }: Exchange) =>
    Object.entries(headers)
      .filter(([name]) => name === keyHeader || isSecretName(name))
      .map(([, value]) => splitBearer(value.trim())[1].trim())
      .filter((value) => value.length >= shortest)

  return (exchange: Exchange): Masks => {
    const credentials = credentialsOf(exchange)
    credentials.forEach(learn)
    const { answer = HttpServerResponse.empty(), body = new Uint8Array() } = exchange
    for (const text of [new TextDecoder().decode(body), Content.of(Content.answerBytes(answer)).text])
      Bodies.visit(text, { isLogIn: false }, note)
    const writing = { origin: "", apiKeyHeader, secrets: false, apiKeys: [...new Set([...apiKeys, ...known])] }
    return {
      holes: redactionOf(exchange, writing, () => hole),
      masks: redactionOf(exchange, writing, mask),
      areBare: (bytes) =>
        credentials.some((value) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(value))
    }
  }
}
