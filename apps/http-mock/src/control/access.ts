import { timingSafeEqual } from "node:crypto"

import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Redacted from "effect/Redacted"

import { problem } from "../wire/errors.ts"
import { withoutBearer, hostOf, inProcessOrigin, originOf } from "../wire/request.ts"

/** Who may use the control plane: programs of this machine, or, where others reach it too, who knows the token. */
export interface Access {
  readonly local: boolean
  /** Whether requests come without a socket, by a name that no resolver may answer. */
  readonly inProcess?: boolean
  readonly token: Redacted.Redacted | undefined
  /** Whether it is reached by HTTPS. */
  readonly secure?: boolean
}

/** Whether only this machine reaches a server that listens on a host. */
export const isLocal = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1)$/.test(host)

/** Whether a token is given and is none: an unset variable, which everybody would know. */
export const isEmptyToken = (token: Redacted.Redacted | undefined): boolean =>
  token !== undefined && Redacted.value(token).trim() === ""

/** What a token has to be, in words. */
export const tokenAccepts = "1 to 8192 printable ASCII characters, without a space at either end"

/** Whether a token can come with a request. */
export const fitsHeader = (token: Redacted.Redacted): boolean =>
  /^[!-~](?:[ -~]{0,8190}[!-~])?$/.test(Redacted.value(token))

const nameOf = (host: string) => host.replace(/:\d+$/, "").toLowerCase()

// another name is one that its owner has lead here, so that a page of theirs counts as one of the emulator
const isOwnName = (name: string, { inProcess = false }: Access) =>
  isLocal(name.replace(/^\[(.*)\]$/, "$1")) || (inProcess && name === new URL(inProcessOrigin).hostname)

const isToken = (given: string | undefined, token: string) => {
  const sent = Buffer.from(withoutBearer(given ?? ""))
  const expected = Buffer.from(token)
  return sent.length === expected.length && timingSafeEqual(sent, expected)
}

/** Why a request may not use the control plane; nothing when it may. */
export const denied = (
  request: HttpServerRequest.HttpServerRequest,
  access: Access
): HttpServerResponse.HttpServerResponse | undefined => {
  const { local, token } = access
  const { headers } = request
  const host = hostOf(request)
  const origin = originOf(request, access.secure === true)
  if (local && access.inProcess !== true && (headers.host ?? "") === "")
    return problem(
      403,
      "Forbidden",
      "The request has no header host, or an empty one. The control plane is reached as localhost or 127.0.0.1: send host: localhost."
    )
  const from = headers["origin"]
  if ((from !== undefined && from !== origin) || headers["sec-fetch-site"] === "cross-site")
    return problem(
      403,
      "Forbidden",
      `Pages of other origins may not use the control plane of ${host}. Ask from a program, or from ${origin}/__mock/docs.`
    )
  if (local)
    return isOwnName(nameOf(host), access)
      ? undefined
      : problem(403, "Forbidden", `The control plane is reached as localhost or 127.0.0.1, not as ${nameOf(host)}.`)
  if (token === undefined)
    return problem(
      403,
      "Forbidden",
      "The emulator listens beyond this machine and has no token for its control plane. Start it with --control-token."
    )
  return isToken(headers["authorization"], Redacted.value(token))
    ? undefined
    : HttpServerResponse.setHeader(
        problem(401, "Unauthorized", "Send the token of --control-token as authorization: Bearer <token>."),
        "www-authenticate",
        "Bearer"
      )
}
