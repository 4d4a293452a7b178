import type * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"

import { flag } from "../flags.ts"

export const json = flag("json", "As JSON")

const text = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.optional)

/** Where a partner key is, and what is signed with it. */
export const partnerKey = {
  siteId: text("site-id", "The number of the site, with --partner-key"),
  issuer: text("issuer", "Who signs, with --partner-key"),
  audience: text("audience", "For whom is signed, with --partner-key")
}

/** What one logs in with. */
export const loggingIn = {
  email: text("email", "E-mail address or user name; that of the settings, or asked for, unless given"),
  password: flag("password", "With a password; so it is unless told"),
  v1r1: flag("v1r1", "With a password, on /v1r1 instead of /v1: where /v1 is closed"),
  pat: flag("pat", "With a personal access token"),
  url: flag("url", "With the URL of an invitation to a workbox, as its guest"),
  anonymous: flag("anonymous", "Without an account; the session cannot be renewed"),
  name: text("name", "What others see, with --anonymous"),
  enterprise: flag("enterprise", "As the enterprise, with the password of an administrator; it cannot be renewed"),
  partnerKey: text("partner-key", "With the private key of a site, in a PEM file: it signs each request").pipe(
    Flag.withMetavar("file")
  ),
  ...partnerKey,
  json
}
export type LoggingIn = Command.Command.Config.Infer<typeof loggingIn>
