import * as HttpBody from "effect/http/HttpBody"
import * as HttpServerResponse from "effect/http/HttpServerResponse"

import { answerBytes } from "../wire/content.ts"
import { expiredToken, injectedError } from "../wire/errorResponse.ts"
import type { Injected } from "./bending/Injected.ts"
import type { FaultEffect } from "./FaultEffect.ts"

const { STATUS_CODES } = process.getBuiltinModule("node:http")

const page = (title: string) => `<!DOCTYPE html>
<html>
<head><title>${title}</title></head>
<body>
<center><h1>${title}</h1></center>
<hr><center>nginx</center>
</body>
</html>
`

const proxyPage = (status: number) =>
  HttpServerResponse.setStatus(HttpServerResponse.html(page(`${status} ${STATUS_CODES[status] ?? "Error"}`)), status)

// half of a JSON text is not JSON, except of the empty one
const cut = (response: HttpServerResponse.HttpServerResponse) => {
  const bytes = answerBytes(response)
  const half = bytes.length < 2 ? Buffer.from("{") : bytes.subarray(0, Math.floor(bytes.length / 2))
  return HttpServerResponse.setBody(response, HttpBody.uint8Array(half, "application/json"))
}

// no operation answers a number
const otherShape = HttpBody.jsonUnsafe(42)

/** What a client gets in place of the answer; where the fault breaks the sending of the answer, the answer itself. */
export const answered = (
  does: FaultEffect,
  { choose, message, now, operation }: Injected,
  own: HttpServerResponse.HttpServerResponse
): HttpServerResponse.HttpServerResponse => {
  switch (does.kind) {
    case "status":
      return injectedError(operation, { message, ...does }, choose)
    case "expired":
      return expiredToken(operation, message, choose)
    case "rateLimit":
      return HttpServerResponse.setHeader(
        injectedError(operation, { message, ...does, status: 429 }, choose),
        "retry-after",
        does.as === "date" ? new Date(now + does.retryAfter * 1000).toUTCString() : String(does.retryAfter)
      )
    case "html":
      return proxyPage(does.status ?? 502)
    case "malformed":
      return does.shape === "other" ? HttpServerResponse.setBody(own, otherShape) : cut(own)
    case "reset":
    case "truncate":
    case "slow":
    case "override":
    case "body":
    case "worst":
      return own
  }
}
