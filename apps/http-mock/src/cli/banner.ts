import { isLocal } from "../control/access.ts"
import type { Emulator } from "../library/Emulator.ts"
import { shellQuote } from "../wire/shellQuote.ts"

/** Who reaches an emulator beyond its machine, whether it has a token for its control plane, and where its certificate is. */
interface Reach {
  readonly host: string
  readonly hasToken: boolean
  readonly certificate: string | undefined
}

const beyond = ({ hasToken, host }: Reach) =>
  isLocal(host)
    ? ""
    : `
It listens on ${host}, so that other machines reach it by their names for this one. Its control plane under /__mock ${hasToken ? "asks for the token of --control-token" : "is closed, here too: start it with --control-token to use it"}.
`

const trust = (certificate: string | undefined, file: string | undefined) => {
  if (certificate === undefined) return ""
  return file === undefined
    ? `
Its certificate is known to nobody: curl -k asks all the same, and --tls-cert-out <file> writes it to a file for clients to trust.
`
    : `
Its certificate is in ${file}, for clients to trust: NODE_EXTRA_CA_CERTS=${shellQuote(file)}, or curl --cacert.
`
}

const curlOf = (certificate: string | undefined, file: string | undefined) =>
  certificate === undefined ? "curl -s" : file === undefined ? "curl -sk" : `curl -s --cacert ${shellQuote(file)}`

/** What a person needs to know when the emulator is ready. */
export const banner = (
  { baseUrl, certificate, demo }: Emulator["Service"],
  apiKeyHeader: string,
  reach: Reach
): string =>
  `The emulator is ready. Ctrl-C stops it.

  US        ${baseUrl.us}
  EU        ${baseUrl.eu}
  Docs      ${new URL("/__mock/docs", baseUrl.us).href}
  API key   ${demo.apiKey} (header ${apiKeyHeader})
  log-in    ${demo.email}, password ${demo.password}
  PAT       ${demo.personalAccessToken}
${beyond(reach)}${trust(certificate, reach.certificate)}
Try:
  ${curlOf(certificate, reach.certificate)} ${baseUrl.us}/api/v1r1/auth -H '${apiKeyHeader}: ${demo.apiKey}' -H 'content-type: application/json' -d '{"email":"${demo.email}","password":"${demo.password}"}'
`
