import { isLocal } from "../control/access.ts"
import type { Emulator } from "../library/Emulator.ts"

/** Who reaches an emulator beyond its machine, and whether it has a token for its control plane. */
interface Reach {
  readonly host: string
  readonly hasToken: boolean
}

const beyond = ({ hasToken, host }: Reach) =>
  isLocal(host)
    ? ""
    : `
It listens on ${host}, so that other machines reach it by their names for this one. Its control plane under /__mock ${hasToken ? "asks for the token of --control-token" : "is closed, here too: start it with --control-token to use it"}.
`

/** What a person needs to know when the emulator is ready. */
export const banner = ({ baseUrl, demo }: Emulator["Service"], apiKeyHeader: string, reach: Reach): string =>
  `The emulator is ready. Ctrl-C stops it.

  US        ${baseUrl.us}
  EU        ${baseUrl.eu}
  Docs      ${new URL("/__mock/docs", baseUrl.us).href}
  API key   ${demo.apiKey} (header ${apiKeyHeader})
  log-in    ${demo.email}, password ${demo.password}
  PAT       ${demo.personalAccessToken}
${beyond(reach)}
Try:
  curl -s ${baseUrl.us}/api/v1r1/auth -H '${apiKeyHeader}: ${demo.apiKey}' -H 'content-type: application/json' -d '{"email":"${demo.email}","password":"${demo.password}"}'
`
