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

/** A problem that no endpoint words. */
export const problem = (status: number, title: string, detail: string): HttpServerResponse.HttpServerResponse =>
  ProblemDetails.toResponse({ type: "about:blank", status, title, detail })

type FieldsOf<E, Fields extends keyof E> = Pick<E, Fields>

/** A refusal in the words of an operation: what an error of the contract is on the wire, as data. */
export type Worded<E = ErrorText | ErrorV1 | ErrorV1R1> = E extends ErrorText
  ? FieldsOf<E, "_tag" | "status" | "message">
  : E extends ErrorV1
    ? FieldsOf<E, "_tag" | "status" | "code" | "message">
    : E extends ErrorV1R1
      ? FieldsOf<E, "_tag" | "status" | "code" | "message" | "name">
      : never

/** How an operation words a refusal: as one of the errors that the contract documents for it. */
export type Wording<E> = (refused: ServiceError, option: OptionLookup) => E

/** The body that the refusal goes out with. */
const bodyOf = (worded: Worded) => {
  switch (worded._tag) {
    case "ErrorText":
      return worded.message
    case "ErrorV1":
      return { code: worded.code, message: worded.message }
    case "ErrorV1R1":
      return { code: worded.code, message: worded.message, name: worded.name }
  }
}

const codeOf = (cause: ErrorCause, option: OptionLookup) =>
  cause === "expired" ? ErrorV1R1.tokenExpired : (option("errors.codes")[cause] ?? defaultCodes[cause])

const statusV1 = (cause: ErrorCause, option: OptionLookup) =>
  cause === "internal" ? 500 : cause === "badInput" ? option("errors.bad-input-v1") : 401

/** The refusal as a `/v1` operation answers it. */
export const toErrorV1 = ({ cause, message }: ServiceError, option: OptionLookup): Worded<ErrorV1> => ({
  _tag: "ErrorV1",
  status: statusV1(cause, option),
  code: codeOf(cause, option),
  message
})

/** The refusal as a `/v1` operation with a user token answers it: the expired token has a form of its own. */
export const toErrorV1Token = (refused: ServiceError, option: OptionLookup): Worded<ErrorV1 | ErrorText> =>
  refused.cause === "expired" ? toErrorText(refused) : toErrorV1(refused, option)

/** The refusal as a call endpoint that does not know 403 answers it: a bare string. */
export const toErrorText = ({ cause, message }: ServiceError): Worded<ErrorText> => ({
  _tag: "ErrorText",
  status: 401,
  message: cause === "expired" ? ErrorText.tokenExpired : message
})

/** The refusal as the endpoints of one call answer it: denied access is 403. */
export const toErrorCall = (refused: ServiceError): Worded<ErrorText> =>
  refused.cause === "permission" ? { _tag: "ErrorText", status: 403, message: refused.message } : toErrorText(refused)

/** The refusal as a `/v1r1` operation answers it. */
export const toErrorV1R1 = ({ cause, message }: ServiceError, option: OptionLookup): Worded<ErrorV1R1> => ({
  _tag: "ErrorV1R1",
  status: 400,
  code: codeOf(cause, option),
  message,
  name: "generic"
})

/** The answer that a worded refusal goes out as. */
export const responseOf = (worded: Worded): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe(bodyOf(worded), { status: worded.status })

const decoded = (path: string) =>
  Result.getOrElse(
    Result.try(() => decodeURIComponent(path)),
    () => path
  )

const versionOf = (path: string) => /\/(v1|v1r1)(?:\/|$)/.exec(decoded(path))?.[1]

const isV1 = (version: string | undefined, option: OptionLookup) =>
  version === "v1" || (version === undefined && option("errors.no-version") === "errorV1")

/** The answer to a request that no operation takes on, in the error form of the one that is meant, or of its path's version. */
export const errorResponse = (
  operation: Operation | undefined,
  path: string,
  refused: ServiceError,
  option: OptionLookup
): HttpServerResponse.HttpServerResponse => {
  if (refused.cause !== "internal" && operation?.answersText === true) return responseOf(toErrorText(refused))
  return isV1(operation?.version ?? versionOf(path), option)
    ? responseOf(toErrorV1(refused, option))
    : responseOf(toErrorV1R1(refused, option))
}

/** What HTTP itself refuses, with a status that no operation has, in the error form of the version in the path of the URL. */
export const protocolError = (
  url: string,
  status: number,
  message: string,
  option: OptionLookup
): HttpServerResponse.HttpServerResponse => {
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

/** What an error is to say. */
interface Said {
  readonly status: number
  readonly message: string
  /** That of the emulator for the status unless set. */
  readonly code?: number
}

/** An error of any status as an operation words it, documented or not. */
export const injectedError = (
  { answersText, version }: Operation,
  { code, message, status }: Said,
  option: OptionLookup
): HttpServerResponse.HttpServerResponse => {
  if (answersText && (status === 401 || status === 403)) return HttpServerResponse.jsonUnsafe(message, { status })
  const worded = toErrorV1R1(serviceError(causes.get(status) ?? "internal", message), option)
  const body = { code: code ?? worded.code, message }
  return HttpServerResponse.jsonUnsafe(version === "v1" ? body : { ...body, name: worded.name }, { status })
}

/** An expired user token as an operation words it. */
export const expiredToken = (
  { version }: Operation,
  message: string,
  option: OptionLookup
): HttpServerResponse.HttpServerResponse => {
  const refused = serviceError("expired", message)
  return responseOf(version === "v1" ? toErrorText(refused) : toErrorV1R1(refused, option))
}
