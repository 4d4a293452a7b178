import { escapeJson, sanitize } from "@remote-assist/cli/Terminal"
import { Region } from "@remote-assist/core"
import type { Errors } from "@remote-assist/core"
import { isSecretName } from "@remote-assist/core/Secrets"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"

import type { Failure } from "../../Problem.ts"
import * as Address from "../../requests/address.ts"
import * as Curl from "../../requests/curl.ts"
import type { Outgoing } from "../../requests/Recording.ts"
import { mapSecrets } from "../../requests/secrets.ts"
import { Entrance } from "./Connection.ts"
import type { Sending } from "./flags.ts"
import * as Json from "./json.ts"
import { stdout } from "./Output.ts"
import { because, usage } from "./Stopped.ts"

type Options = Sending & { readonly json?: boolean }

/** Whether nothing is to be sent. */
export const isDry = ({ curl, dryRun }: Sending): boolean => curl || dryRun

/** Address and body of a request; names stand for what is secret. */
const masked = ({ body, url }: Outgoing) => {
  const { base, path, query } = Address.of(url)
  const shown = query.map(([name, value]) => [name, isSecretName(Address.decoded(name)) ? `<${name}>` : value] as const)
  return {
    url: base + path + Address.search(shown),
    body: body === undefined ? undefined : mapSecrets(path, JSON.parse(body), (_, name) => `<${name}>`)
  }
}

/** Says what would be sent to do something, and does not send it. */
export const sayDry = Effect.fnUntraced(function* <A, R>(
  { curl, json = false }: Options,
  doing: string,
  effect: Effect.Effect<A, Failure | Errors.ListBroken | Schema.SchemaError, R>
) {
  const { record } = yield* Entrance
  const request = yield* Effect.mapError(record(effect), (error) => because(doing, error))
  if (request === undefined) return yield* usage(`To ${doing} sends nothing.`)
  if (curl) return yield* stdout.write(`${Curl.of(request, yield* Region.Region)}\n`)
  const { method } = request
  const { body, url } = masked(request)
  const said = json
    ? Json.write({ would: doing, method, url, ...(body === undefined ? {} : { body }) })
    : `Would ${sanitize(doing)}: ${method} ${url}${body === undefined ? "" : ` ${escapeJson(JSON.stringify(body))}`}`
  return yield* stdout.write(`${said}\n`)
})
