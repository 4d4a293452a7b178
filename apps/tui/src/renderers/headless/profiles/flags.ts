import * as Argument from "effect/cli/Argument"
import type * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"

import { flag } from "../flags.ts"

export const name = Argument.String("profile").pipe(Argument.withDescription("Its name, such as live-eu"))

export const json = flag("json", "As JSON")

const text = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.optional)

/** What a profile is set by; `--region` and `--read-only` every command takes. */
export const setting = {
  name,
  baseUrl: text("base-url", "Base address of the region, with or without /api"),
  email: text("email", "E-mail address to log in with"),
  partnerKeyFile: text("partner-key-file", "PEM file with the private key of a site, which signs each request"),
  siteId: text("site-id", "The number of the site, with --partner-key-file"),
  issuer: text("issuer", "Who signs, with --partner-key-file"),
  audience: text("audience", "For whom is signed, with --partner-key-file"),
  apiKeyHeader: text("api-key-header", "Name of the header with the API key"),
  apiKeyForm: Flag.Literals("api-key-form", ["header", "authorization"]).pipe(
    Flag.withDescription("Where the API key travels"),
    Flag.optional
  ),
  apiKeyStdin: flag("api-key-stdin", "Take the API key from the standard input; on a terminal it is asked for"),
  passwordStdin: flag("password-stdin", "The same of a password to log in with"),
  patStdin: flag("pat-stdin", "The same of a personal access token"),
  json
}
export type Setting = Command.Command.Config.Infer<typeof setting>
