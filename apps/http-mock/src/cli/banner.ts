import type { Emulator } from "../library/Emulator.ts"

/** What a person needs to know when the emulator is ready. */
export const banner = ({ baseUrl, demo }: Emulator["Service"], apiKeyHeader: string): string =>
  `The emulator is ready. Ctrl-C stops it.

  US        ${baseUrl.us}
  EU        ${baseUrl.eu}
  Docs      ${new URL("/__mock/docs", baseUrl.us).href}
  API key   ${demo.apiKey} (header ${apiKeyHeader})
  log-in    ${demo.email}, password ${demo.password}
  PAT       ${demo.personalAccessToken}

Try:
  curl -s ${baseUrl.us}/api/v1r1/auth -H '${apiKeyHeader}: ${demo.apiKey}' -H 'content-type: application/json' -d '{"email":"${demo.email}","password":"${demo.password}"}'
`
