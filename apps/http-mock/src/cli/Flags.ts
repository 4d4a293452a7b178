import { defaults } from "./flags/defaults.ts"
import { faults } from "./flags/Faults.ts"
import * as Listen from "./flags/Listen.ts"
import { log } from "./flags/Log.ts"
import * as Mail from "./flags/Mail.ts"
import { rateLimit } from "./flags/RateLimit.ts"
import { seed } from "./flags/Seed.ts"
import { state } from "./flags/State.ts"
import { stubs } from "./flags/Stubs.ts"
import * as Tls from "./flags/Tls.ts"
import * as Upstream from "./flags/Upstream.ts"
import * as World from "./flags/World.ts"

export { seedAccepts, sizes } from "./flags/Seed.ts"
export { worldOf } from "./seededWorld.ts"

/** What the emulator takes on the command line. */
export const flags = {
  port: Listen.port(defaults.port),
  host: Listen.host,
  seed,
  state,
  apiKeyHeader: Listen.apiKeyHeader,
  cors: Listen.cors,
  tokenLife: World.tokenLife,
  partnerKey: World.partnerKey,
  siteId: World.siteId,
  issuer: World.issuer,
  audience: World.audience,
  frozenAt: World.frozenAt,
  journal: World.journal,
  gaps: World.gaps,
  rateLimit,
  faults,
  stubs,
  controlToken: Listen.controlToken,
  upstream: Upstream.upstream,
  upstreamOperations: Upstream.upstreamOperations,
  upstreamTimeout: Upstream.upstreamTimeout,
  tls: Tls.tls,
  tlsCert: Tls.tlsCert,
  tlsKey: Tls.tlsKey,
  tlsCertOut: Tls.tlsCertOut,
  mailTo: Mail.mailTo,
  mailWebhook: Mail.mailWebhook,
  log
}
