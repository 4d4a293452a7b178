import * as Effect from "effect/Effect"

import { readServer, readWebhook } from "../../mail/address.ts"
import type { Postman } from "../../mail/Postman.ts"
import type { Mailing } from "../../tenants/Tenant.ts"
import { inProcessOrigin } from "../../wire/origin.ts"
import type { EmulatorOptions } from "../Options.ts"

/** Who takes e-mails to where the options say, which are checked; nobody where they say nothing. */
export const postmanOf = Effect.fnUntraced(function* ({ mailTo, mailWebhook }: EmulatorOptions) {
  if (mailTo === undefined && mailWebhook === undefined) return undefined
  const { make } = yield* Effect.promise(() => import("../../mail/Postman.ts"))
  const [server, webhook] = [readServer(mailTo ?? ""), readWebhook(mailWebhook ?? "")]
  return yield* make({ server, webhook }, inProcessOrigin)
})

/** Gives each e-mail of a tenant to who takes it. */
export const mailingBy =
  (postman: Postman): Mailing =>
  (tenant, region) =>
  (before, after, exchange) =>
    postman.take({ tenant, region }, before, after, exchange)
