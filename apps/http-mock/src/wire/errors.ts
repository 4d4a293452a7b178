import type { Operation } from "@remote-assist/core/Contract"
import { ErrorText, ErrorV1R1 } from "@remote-assist/core/Errors"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as ProblemDetails from "effect/http/ProblemDetails"
import * as Result from "effect/Result"

import type { OptionLookup } from "../world/gaps/options.ts"
import { defaultCodes } from "../world/gaps/wire.ts"
import type { ErrorCause, ServiceError } from "../world/ServiceError.ts"

type Response = HttpServerResponse.HttpServerResponse

const { STATUS_CODES } = process.getBuiltinModule("node:http")

/** Makes a problem (RFC 9457) outside of the endpoints, with further members if any. */
export const problem = (status: number, detail: string, further: object = {}): Response =>
  ProblemDetails.toResponse({ type: "about:blank", status, title: STATUS_CODES[status] ?? "Error", detail, ...further })

/** Returns the error of a URL whose query has another parameter than the known one, or `undefined`. */
export const unknownParameter = (url: string, known?: string): Response | undefined => {
  const [path = "", query] = url.split("?", 2)
  const name = [...new URLSearchParams(query).keys()].find((name) => name !== known)
  return name === undefined
    ? undefined
    : problem(400, `${path} has no query parameter ${name.slice(0, 100)}. Remove it.`)
}

const json = (isV1: boolean, status: number, code: number, message: string) =>
  HttpServerResponse.jsonUnsafe({ code, message, ...(isV1 ? {} : { name: "generic" }) }, { status })

const codeOf = (cause: ErrorCause, option: OptionLookup) =>
  cause === "expired" ? ErrorV1R1.tokenExpired : (option("errors.codes")[cause] ?? defaultCodes[cause])

const statusV1 = (cause: ErrorCause, option: OptionLookup) =>
  cause === "internal" ? 500 : cause === "badInput" ? option("errors.bad-input-v1") : 401

const decodePath = (path: string) =>
  Result.getOrElse(
    Result.try(() => decodeURIComponent(path)),
    () => path
  )

const versionOf = (path: string) => /\/(v1|v1r1)(?:\/|$)/.exec(decodePath(path))?.[1]

const isV1 = (version: string | undefined, option: OptionLookup) =>
  version === "v1" || (version === undefined && option("errors.no-version") === "errorV1")

/** Whether the contract documents a bare text for an error: of a call, or of an expired user token on `/v1`. */
const isText = ({ answersText, takesUserToken, version }: Operation, cause: ErrorCause) =>
  cause !== "internal" && (answersText || (cause === "expired" && takesUserToken && version === "v1"))

/** Makes the answer of an error, in the form of the operation, or of the path's version if there is none. */
export const errorResponse = (
  operation: Operation | undefined,
  path: string,
  { cause, message }: ServiceError,
  option: OptionLookup
): Response => {
  if (operation !== undefined && isText(operation, cause))
    return HttpServerResponse.jsonUnsafe(cause === "expired" ? ErrorText.tokenExpired : message, {
      status: cause === "permission" && operation.statuses.includes(403) ? 403 : 401
    })
  const isFirst = isV1(operation?.version ?? versionOf(path), option)
  return json(isFirst, isFirst ? statusV1(cause, option) : 400, codeOf(cause, option), message)
}

/** Makes an error of any status in the form of the version in a URL. */
export const protocolError = (url: string, status: number, message: string, option: OptionLookup): Response => {
  const [path = ""] = url.split("?", 1)
  return json(isV1(versionOf(path), option), status, codeOf("badInput", option), message)
}

const causes: ReadonlyMap<number, ErrorCause> = new Map([
  [400, "badInput"],
  [401, "token"],
  [403, "permission"],
  [404, "notFound"]
])

interface InjectedError {
  readonly status: number
  readonly message: string
  /** The default is the emulator's code for the status. */
  readonly code?: number
}

/** Makes an error of any status in the form of an operation, or of the path's version if there is no operation. */
export const injectedError = (
  { operation, path }: { readonly operation: Operation | undefined; readonly path: string },
  { code, message, status }: InjectedError,
  option: OptionLookup
): Response => {
  if (operation === undefined) return protocolError(path, status, message, option)
  const { answersText, version } = operation
  if (answersText && (status === 401 || status === 403)) return HttpServerResponse.jsonUnsafe(message, { status })
  return json(version === "v1", status, code ?? codeOf(causes.get(status) ?? "internal", option), message)
}
