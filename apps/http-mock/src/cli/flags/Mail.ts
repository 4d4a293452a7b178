import * as Flag from "effect/cli/Flag"
import * as Config from "effect/Config"
import * as Redacted from "effect/Redacted"

import { readServer, readWebhook, serverAccepts, webhookAccepts } from "../../mail/address.ts"
import { mailVariables } from "./defaults.ts"

// an address may have credentials, which are not repeated

export const mailTo = Flag.Redacted("mail-to").pipe(
  Flag.withMetavar("smtp://host:port"),
  Flag.withDescription(
    `Mail server that each e-mail of the outbox is sent to as well; ${mailVariables.server}, or none unless given`
  ),
  Flag.withFallbackConfig(Config.Redacted(mailVariables.server)),
  Flag.filter(
    (text) => readServer(Redacted.value(text)) !== undefined,
    () => serverAccepts
  ),
  Flag.optional
)

export const mailWebhook = Flag.Redacted("mail-webhook").pipe(
  Flag.withMetavar("url"),
  Flag.withDescription(
    `Address that each e-mail of the outbox is posted to as JSON; ${mailVariables.webhook}, or none unless given`
  ),
  Flag.withFallbackConfig(Config.Redacted(mailVariables.webhook)),
  Flag.filter(
    (text) => readWebhook(Redacted.value(text)) !== undefined,
    () => webhookAccepts
  ),
  Flag.optional
)
