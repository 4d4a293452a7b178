import * as Result from "effect/Result"

import type { Exchange } from "../../tenants/journal/Exchange.ts"
import { withoutBearer } from "../../wire/bearer.ts"
import { chosenIn } from "../../world/gaps/Gaps.ts"
import * as Secrets from "./secrets.ts"

/** An exchange without its secrets: what is written of its headers, addresses and bodies. */
export interface Redaction {
  readonly header: (name: string, value: string) => string
  readonly url: (url: string) => string
  readonly body: (text: string) => string
}

// what other services call theirs: a key in the wrong place is a key nevertheless
const keyName = /api[-_]?key/i

const decoded = (text: string) =>
  Result.getOrElse(
    Result.try(() => decodeURIComponent(text.replaceAll("+", " "))),
    () => text
  )

const parameter = /([?&])([^=&#]*)=([^&#]+)/g

/** What hides the secrets of an exchange; `hide` yields what is written in their places. */
export const redactionOf = ({ before }: Exchange, apiKeyHeader: string, hide: Secrets.Hide): Redaction => {
  const known = new Set(before === undefined ? [] : chosenIn(before.settings.choices, "api-key.value"))
  const header = apiKeyHeader.toLowerCase()
  const isKey = (name: string, value: string) =>
    known.has(withoutBearer(value)) || keyName.test(name) || name.toLowerCase() === header
  return {
    header: (name, value) =>
      value !== "" && name !== "authorization" && isKey(name, value)
        ? hide("API_KEY", value)
        : Secrets.inHeader(name, value, apiKeyHeader, hide),
    url: (url) =>
      Secrets.inUrl(
        url.replaceAll(parameter, (whole, sign: string, name: string, value: string) =>
          isKey(decoded(name), decoded(value)) ? `${sign}${name}=${hide("API_KEY", value)}` : whole
        ),
        hide
      ),
    body: (text) => Secrets.inBody(text, hide)
  }
}
