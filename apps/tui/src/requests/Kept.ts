import type { Http } from "@remote-assist/core"
import { isSecretName } from "@remote-assist/core/Secrets"
import * as Result from "effect/Result"

import * as Address from "./address.ts"
import { hidden, isOpenHeader, mapSecrets } from "./secrets.ts"

/** A request as it is kept: without secrets, and no longer than may be. */
export interface Kept extends Http.Outgoing {
  /** How many characters there were of what was cut at {@link most}. */
  readonly cut?: { readonly url?: number; readonly body?: number }
}

/** Characters that are kept of an address, and of a body. */
export const most = 4096

/** The longest body that is read for its secrets; of a longer one nothing is kept. */
const readable = 256 * 1024

type Headers = Http.Outgoing["headers"]

const headersOf = (headers: Headers) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, isOpenHeader(name) ? value : hidden]))

/** A text in which nothing stands that a request carries in a header that may be secret. */
export const withoutCredentials = (text: string, headers: Headers): string => {
  let rest = text
  for (const [name, value] of Object.entries(headers)) {
    // a shorter one is a part of other words
    if (isOpenHeader(name) || value.length < 6) continue
    rest = rest.replaceAll(value, hidden).replaceAll(encodeURIComponent(value.toWellFormed()), hidden)
  }
  return rest
}

const urlOf = ({ base, path, query }: Address.Address) => {
  const shown = query.map(([name, value]) => [name, isSecretName(Address.decoded(name)) ? hidden : value] as const)
  return base + path + Address.search(shown)
}

const bodyOf = (path: string, body: string) =>
  body.length > readable
    ? ""
    : Result.match(
        Result.try((): unknown => JSON.parse(body)),
        {
          onSuccess: (value) => JSON.stringify(mapSecrets(path, value, () => hidden)),
          onFailure: () => hidden
        }
      )

// a part of a text would keep the whole of it in memory
const beginning = (text: string) => (text.length > most ? Buffer.from(text.slice(0, most)).toString() : text)

/** What is kept of a request. */
export const of = ({ body, headers, method, url }: Http.Outgoing): Kept => {
  const address = Address.of(url)
  const shown = withoutCredentials(urlOf(address), headers)
  const said = body === undefined ? undefined : withoutCredentials(bodyOf(address.path, body), headers)
  const isUrlCut = shown.length > most
  const isBodyCut = body !== undefined && (body.length > readable || (said ?? "").length > most)
  return {
    method,
    url: beginning(shown),
    headers: headersOf(headers),
    body: said === undefined ? undefined : beginning(said),
    ...(isUrlCut || isBodyCut
      ? { cut: { ...(isUrlCut ? { url: url.length } : {}), ...(isBodyCut ? { body: body.length } : {}) } }
      : {})
  }
}
