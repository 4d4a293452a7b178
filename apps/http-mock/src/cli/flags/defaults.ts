import { defaultApiKeyHeader } from "@remote-assist/core/Region"
import * as Duration from "effect/Duration"

import { defaultPort } from "../../library/Emulator.ts"
import { defaultIssuer, defaultSiteId, defaultUpstreamTimeout } from "../../library/options/Options.ts"
import { defaultSize } from "../../tenants/journal/Journal.ts"
import type { Cors } from "../../wire/cors.ts"
import { defaultTokenLife } from "../../world/seed/defaultWorld.ts"
import { defaultSizes } from "./seedText.ts"
import type { Seed } from "./seedText.ts"

const seed: Seed = { sizes: defaultSizes }

const cors: Cors = "*"

const upstreamOperations: ReadonlyArray<string> = []

/** What flags are unless they are given. */
export const defaults = {
  port: defaultPort,
  host: "127.0.0.1",
  seed,
  apiKeyHeader: defaultApiKeyHeader,
  cors,
  tokenLife: Duration.seconds(defaultTokenLife),
  siteId: defaultSiteId,
  issuer: defaultIssuer,
  audience: defaultIssuer,
  journal: defaultSize,
  upstreamOperations,
  upstreamTimeout: defaultUpstreamTimeout
}

/** What `--mail-to` and `--mail-webhook` are unless they are given. */
export const mailVariables = {
  server: "REMOTE_ASSIST_MOCK_MAIL_TO",
  webhook: "REMOTE_ASSIST_MOCK_MAIL_WEBHOOK"
}

/** What `--control-token` is unless it is given. */
export const controlTokenVariable = "REMOTE_ASSIST_MOCK_CONTROL_TOKEN"
