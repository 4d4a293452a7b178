import { timingSafeEqual } from "node:crypto"

import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Redacted from "effect/Redacted"

import { problem } from "../wire/errors.ts"
import { withoutBearer, hostOf, inProcessOrigin, isLocal, originOf } from "../wire/request.ts"

/** Who may use the control plane: programs on this machine, or clients with the token if the emulator is public. */
export interface Access {
  readonly local: boolean
  /** Whether requests come without a socket, under a reserved host name. */
  readonly inProcess?: boolean
  readonly token: Redacted.Redacted | undefined
  /** Whether the emulator uses HTTPS. */
  readonly secure?: boolean
  /** The certificate of HTTPS in PEM format. */
  readonly certificate?: string | undefined
}

/** Checks for an empty token, such as an unset variable, which is not a secret. */
export const isEmptyToken = (token: Redacted.Redacted | undefined): boolean =>
  token !== undefined && Redacted.value(token).trim() === ""

/** The format of a token, for messages. */
export const tokenFormat = "1 to 8192 printable ASCII characters, without leading or trailing spaces"

/** Checks whether a token fits in a header. */
export const fitsHeader = (token: Redacted.Redacted): boolean =>
  /^[!-~](?:[ -~]{0,8190}[!-~])?$/.test(Redacted.value(token))

const nameOf = (host: string) => host.replace(/:\d+$/, "").toLowerCase()

// any other name can be a DNS rebinding attack
const isOwnName = (name: string, { inProcess = false }: Access) =>
  isLocal(name) || (inProcess && name === new URL(inProcessOrigin).hostname)

const isToken = (header: string | undefined, token: string) => {
  const sent = Buffer.from(withoutBearer(header ?? ""))
  const expected = Buffer.from(token)
  return sent.length === expected.length && timingSafeEqual(sent, expected)
}

/** Returns a policy that prevents requests of a page to other hosts, and that other sites frame it. */
export const contentSecurityPolicy = (code: string, ...further: ReadonlyArray<string>): string => {
  const own = [`script-src ${code}`, `style-src ${code}`, "img-src 'self' data:", "connect-src 'self'", ...further]
  const none = ["base-uri", "form-action", "frame-ancestors"].map((directive) => `${directive} 'none'`)
  return ["default-src 'none'", ...own, ...none].join("; ")
}

/** Returns the error response if a request may not use the control plane, or `undefined`. */
export const denied = (
  request: HttpServerRequest.HttpServerRequest,
  access: Access
): HttpServerResponse.HttpServerResponse | undefined => {
  const { local, token } = access
  const { headers } = request
  const host = hostOf(request)
  const origin = originOf(request, access.secure === true)
  if (local && access.inProcess !== true && (headers.host ?? "") === "")
    return problem(403, "The host header is missing or empty. Send host: localhost.")
  const from = headers["origin"]
  if ((from !== undefined && from !== origin) || headers["sec-fetch-site"] === "cross-site")
    return problem(
      403,
      `Pages of other origins may not use the control plane of ${host}. Use a program, or ${origin}/__mock/docs.`
    )
  if (local)
    return isOwnName(nameOf(host), access)
      ? undefined
      : problem(403, `The control plane is not available as ${nameOf(host)}. Use localhost or 127.0.0.1.`)
  if (token === undefined)
    return problem(
      403,
      "The emulator is public, but has no token for its control plane. Start it with --control-token."
    )
  return isToken(headers["authorization"], Redacted.value(token))
    ? undefined
    : HttpServerResponse.setHeader(
        problem(401, "Send the token of --control-token as authorization: Bearer <token>."),
        "www-authenticate",
        "Bearer"
      )
}
