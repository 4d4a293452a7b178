import * as HttpServerResponse from "effect/http/HttpServerResponse"

import type { Choose } from "../world/gaps/Gaps.ts"
import type { Refusal } from "../world/Refusal.ts"
import { answersText } from "./routes.ts"
import { toErrorText, toErrorV1, toErrorV1R1 } from "./serviceErrors.ts"

/** The answer to a request that no operation takes, in the words of the operation that is meant, or of its path's version. */
export const errorResponse = (
  method: string,
  path: string,
  refused: Refusal,
  choose: Choose
): HttpServerResponse.HttpServerResponse => {
  if (refused.cause !== "internal" && answersText(method, path)) {
    const { message, status } = toErrorText(refused)
    return HttpServerResponse.jsonUnsafe(message, { status })
  }
  const version = /\/(v1|v1r1)(?:\/|$)/.exec(path)?.[1]
  if (version === "v1" || (version === undefined && choose("errors.no-version") === "errorV1")) {
    const { code, message, status } = toErrorV1(refused, choose)
    return HttpServerResponse.jsonUnsafe({ code, message }, { status })
  }
  const { code, message, name, status } = toErrorV1R1(refused, choose)
  return HttpServerResponse.jsonUnsafe({ code, message, name }, { status })
}
