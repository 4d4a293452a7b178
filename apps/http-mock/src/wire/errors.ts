import type { Operation } from "@remote-assist/core/Contract"
import { ErrorText, ErrorV1R1 } from "@remote-assist/core/Errors"
import type { ErrorV1 } from "@remote-assist/core/Errors"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as ProblemDetails from "effect/http/ProblemDetails"
import * as Result from "effect/Result"

import type { OptionLookup } from "../world/gaps/options.ts"
import { defaultCodes } from "../world/gaps/wire.ts"
import { serviceError } from "../world/ServiceError.ts"
import type { ErrorCause, ServiceError } from "../world/ServiceError.ts"

type Response = HttpServerResponse.HttpServerResponse

/** Makes a problem (RFC 9457) outside of the endpoints. */
export const problem = (status: number, title: string, detail: string): Response =>
  ProblemDetails.toResponse({ type: "about:blank", status, title, detail })

type FieldsOf<E, Fields extends keyof E> = Pick<E, Fields>

/** An error of the contract, as data. */
export type EncodedError<E = ErrorText | ErrorV1 | ErrorV1R1> = E extends ErrorText
  ? FieldsOf<E, "_tag" | "status" | "message">
  : E extends ErrorV1
    ? FieldsOf<E, "_tag" | "status" | "code" | "message">
    : E extends ErrorV1R1
      ? FieldsOf<E, "_tag" | "status" | "code" | "message" | "name">
      : never

/** Encodes an error as one of those that the contract documents for an operation. */
export type ErrorEncoder<E> = (error: ServiceError, option: OptionLookup) => E

const codeOf = (cause: ErrorCause, option: OptionLookup) =>
  cause === "expired" ? ErrorV1R1.tokenExpired : (option("errors.codes")[cause] ?? defaultCodes[cause])

const statusV1 = (cause: ErrorCause, option: OptionLookup) =>
  cause === "internal" ? 500 : cause === "badInput" ? option("errors.bad-input-v1") : 401

/** Encodes the error of a `/v1` operation. */
export const toErrorV1 = ({ cause, message }: ServiceError, option: OptionLookup): EncodedError<ErrorV1> => ({
  _tag: "ErrorV1",
  status: statusV1(cause, option),
  code: codeOf(cause, option),
  message
})

/** Encodes the error of a `/v1` operation with a user token: an expired token has a form of its own. */
export const toErrorV1Token = (error: ServiceError, option: OptionLookup): EncodedError<ErrorV1 | ErrorText> =>
  error.cause === "expired" ? toErrorText(error) : toErrorV1(error, option)

/** Encodes the error of a call endpoint that does not use 403: a text. */
export const toErrorText = ({ cause, message }: ServiceError): EncodedError<ErrorText> => ({
  _tag: "ErrorText",
  status: 401,
  message: cause === "expired" ? ErrorText.tokenExpired : message
})

/** Encodes the error of an endpoint of one call: denied access is 403. */
export const toErrorCall = (error: ServiceError): EncodedError<ErrorText> =>
  error.cause === "permission" ? { _tag: "ErrorText", status: 403, message: error.message } : toErrorText(error)

/** Encodes the error of a `/v1r1` operation. */
export const toErrorV1R1 = ({ cause, message }: ServiceError, option: OptionLookup): EncodedError<ErrorV1R1> => ({
  _tag: "ErrorV1R1",
  status: 400,
  code: codeOf(cause, option),
  message,
  name: "generic"
})

/** Makes the response of an encoded error. */
export const encodedResponse = ({ _tag, status, ...fields }: EncodedError): Response =>
  HttpServerResponse.jsonUnsafe(_tag === "ErrorText" ? fields.message : fields, { status })

const decodePath = (path: string) =>
  Result.getOrElse(
    Result.try(() => decodeURIComponent(path)),
    () => path
  )

const versionOf = (path: string) => /\/(v1|v1r1)(?:\/|$)/.exec(decodePath(path))?.[1]

const isV1 = (version: string | undefined, option: OptionLookup) =>
  version === "v1" || (version === undefined && option("errors.no-version") === "errorV1")

/** Makes the answer to a request that no operation takes, in the form of the intended operation or of the path's version. */
export const errorResponse = (
  operation: Operation | undefined,
  path: string,
  error: ServiceError,
  option: OptionLookup
): Response => {
  if (error.cause !== "internal" && operation?.answersText === true) return encodedResponse(toErrorText(error))
  return encodedResponse(
    isV1(operation?.version ?? versionOf(path), option) ? toErrorV1(error, option) : toErrorV1R1(error, option)
  )
}

/** Makes an error of any status in the form of the version in a URL. */
export const protocolError = (url: string, status: number, message: string, option: OptionLookup): Response => {
  const { code, name } = toErrorV1R1(serviceError("badInput", message), option)
  const [path = ""] = url.split("?", 1)
  const body = isV1(versionOf(path), option) ? { code, message } : { code, message, name }
  return HttpServerResponse.jsonUnsafe(body, { status })
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
  const encoded = toErrorV1R1(serviceError(causes.get(status) ?? "internal", message), option)
  const body = { code: code ?? encoded.code, message }
  return HttpServerResponse.jsonUnsafe(version === "v1" ? body : { ...body, name: encoded.name }, { status })
}

/** Makes the error of an expired user token in the form of an operation. */
export const expiredToken = ({ version }: Operation, message: string, option: OptionLookup): Response => {
  const error = serviceError("expired", message)
  return encodedResponse(version === "v1" ? toErrorText(error) : toErrorV1R1(error, option))
}
