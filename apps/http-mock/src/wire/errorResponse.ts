import type { Operation } from "@remote-assist/core/Contract"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Result from "effect/Result"

import type { Choose } from "../world/gaps/Gaps.ts"
import { refusal } from "../world/Refusal.ts"
import type { Cause, Refusal } from "../world/Refusal.ts"
import { bodyOf, toErrorText, toErrorV1, toErrorV1R1 } from "./serviceErrors.ts"
import type { Worded } from "./serviceErrors.ts"

/** The answer that a worded refusal goes out as. */
export const responseOf = (worded: Worded): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe(bodyOf(worded), { status: worded.status })

const decoded = (path: string) =>
  Result.getOrElse(
    Result.try(() => decodeURIComponent(path)),
    () => path
  )

const versionOf = (path: string) => /\/(v1|v1r1)(?:\/|$)/.exec(decoded(path))?.[1]

const isV1 = (version: string | undefined, choose: Choose) =>
  version === "v1" || (version === undefined && choose("errors.no-version") === "errorV1")

/** The answer to a request that no operation takes on, in the error form of the one that is meant, or of its path's version. */
export const errorResponse = (
  operation: Operation | undefined,
  path: string,
  refused: Refusal,
  choose: Choose
): HttpServerResponse.HttpServerResponse => {
  if (refused.cause !== "internal" && operation?.answersText === true) return responseOf(toErrorText(refused))
  return isV1(operation?.version ?? versionOf(path), choose)
    ? responseOf(toErrorV1(refused, choose))
    : responseOf(toErrorV1R1(refused, choose))
}

/** What HTTP itself refuses, with a status that no operation has, in the error form of the version in the path of the URL. */
export const protocolError = (
  url: string,
  status: number,
  message: string,
  choose: Choose
): HttpServerResponse.HttpServerResponse => {
  const { code, name } = toErrorV1R1(refusal("badInput", message), choose)
  const [path = ""] = url.split("?", 1)
  const body = isV1(versionOf(path), choose) ? { code, message } : { code, message, name }
  return HttpServerResponse.jsonUnsafe(body, { status })
}

const causes: ReadonlyMap<number, Cause> = new Map([
  [400, "badInput"],
  [401, "token"],
  [403, "permission"],
  [404, "notFound"]
])

/** What an error is to say. */
export interface Said {
  readonly status: number
  readonly message: string
  /** That of the emulator for the status unless set. */
  readonly code?: number
}

/** An error of any status as an operation words it, documented or not. */
export const injectedError = (
  { answersText, version }: Operation,
  { code, message, status }: Said,
  choose: Choose
): HttpServerResponse.HttpServerResponse => {
  if (answersText && (status === 401 || status === 403)) return HttpServerResponse.jsonUnsafe(message, { status })
  const worded = toErrorV1R1(refusal(causes.get(status) ?? "internal", message), choose)
  const body = { code: code ?? worded.code, message }
  return HttpServerResponse.jsonUnsafe(version === "v1" ? body : { ...body, name: worded.name }, { status })
}

/** An expired user token as an operation words it. */
export const expiredToken = (
  { version }: Operation,
  message: string,
  choose: Choose
): HttpServerResponse.HttpServerResponse => {
  const refused = refusal("expired", message)
  return responseOf(version === "v1" ? toErrorText(refused) : toErrorV1R1(refused, choose))
}
