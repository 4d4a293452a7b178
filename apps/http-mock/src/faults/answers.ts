import type { Operation } from "@remote-assist/core/Contract"
import * as HttpBody from "effect/http/HttpBody"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"

import { expiredToken, injectedError } from "../wire/errors.ts"
import { answerBytes } from "../wire/response.ts"
import type { OptionLookup } from "../world/gaps/options.ts"
import type { Body, FaultEffect, Headers, Override } from "./Fault.ts"
import { applyEdits } from "./JsonPlaces.ts"
import * as Worst from "./worst.ts"

type Response = HttpServerResponse.HttpServerResponse

/** What the answer of a fault is made of. */
interface Injected {
  readonly operation: Operation
  readonly option: OptionLookup
  readonly message: string
  /** Milliseconds since the epoch, by the tenant's clock. */
  readonly now: number
}

interface Answered {
  readonly response: Response
  /** Whether it is another answer than before. */
  readonly isTaken: boolean
  /** The paths of a patch that were not there. */
  readonly missed: ReadonlyArray<string>
}

const taken = (response: Response): Answered => ({ response, isTaken: true, missed: [] })

const untouched = (response: Response): Answered => ({ response, isTaken: false, missed: [] })

const token = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/

const fits = (text: string) => /^[\t\x20-\x7E\x80-\xFF]*$/.test(text) && text === text.trim()

const use = "Use one line of Latin letters without a space at either end."

const ofConnection = /^(?:connection|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade)$/i

/** Returns why headers, or the type of a body, cannot be sent, or undefined if they can. */
const whyNoHeaders = (headers: Headers = {}, contentType = ""): string | undefined => {
  if (!fits(contentType)) return `contentType does not fit in a header. ${use}`
  for (const [name, text] of Object.entries(headers)) {
    if (!token.test(name)) return `headers has ${JSON.stringify(name.slice(0, 100))}, which is not a name of a header.`
    if (/^content-length$/i.test(name))
      return `headers has ${name}, which follows from the body, and another one breaks the connection: use truncate.`
    if (ofConnection.test(name))
      return `headers has ${name}, which belongs to the connection: use reset, truncate or slow to break it.`
    if (text !== null && !fits(text)) return `headers has a value of ${name} that does not fit in a header. ${use}`
  }
  return undefined
}

/** Returns why an effect cannot be used, or undefined if it can. */
export const whyNoEffect = (does: FaultEffect): string | undefined =>
  does.kind === "override" || does.kind === "body"
    ? whyNoHeaders(does.headers, does.kind === "body" ? does.contentType : undefined)
    : undefined

// HTTP gives them no body
const bodiless: ReadonlySet<number> = new Set([204, 205, 304])

/** Another answer with the headers of one, unless it has its own; a null removes one. */
const answerOf = (
  own: Response,
  status: number,
  bytes: Uint8Array | undefined,
  contentType: string | undefined,
  headers: Headers = {}
): Response => {
  const named = new Map(Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text]))
  const type = named.get("content-type")
  let answer = HttpServerResponse.empty({ status, headers: own.headers })
  for (const [name, text] of [["content-length", null], ["content-type", null], ...named] as const)
    answer =
      text === null ? HttpServerResponse.removeHeader(answer, name) : HttpServerResponse.setHeader(answer, name, text)
  if (bytes === undefined || bodiless.has(status)) return answer
  const whole = HttpServerResponse.setBody(
    answer,
    HttpBody.uint8Array(bytes, type === undefined ? contentType : (type ?? ""))
  )
  return type === null ? HttpServerResponse.removeHeader(whole, "content-type") : whole
}

const parsed = (bytes: Uint8Array) =>
  Result.getOrUndefined(Result.try((): Schema.Json => JSON.parse(Buffer.from(bytes).toString("utf8"))))

const isMeant = ({ of = "successes" }: Override, status: number) =>
  of === "all" || (status < 400 ? of === "successes" : of === "errors")

const overridden = (override: Override, { option, message, operation }: Injected, own: Response): Answered => {
  const { headers, patch = [], status = own.status } = override
  if (!isMeant(override, own.status)) return untouched(own)
  const bytes = answerBytes(own)
  const edited = applyEdits(patch.length === 0 ? undefined : parsed(bytes), patch)
  if (Result.isFailure(edited))
    return taken(injectedError(operation, { status: 500, message: `${message} ${edited.failure}` }, option))
  const { document, missed } = edited.success
  const isEdited = missed.length < patch.length
  if (!isEdited && headers === undefined && override.status === undefined) return { ...untouched(own), missed }
  const body = isEdited ? Buffer.from(JSON.stringify(document)) : own.body._tag === "Empty" ? undefined : bytes
  const type = own.headers["content-type"] ?? (isEdited ? "application/json" : undefined)
  return { ...taken(answerOf(own, status, body, type, headers)), missed }
}

const contentOf = ({ base64, json, text }: Body): readonly [bytes: Uint8Array | undefined, type: string] => {
  if (json !== undefined) return [Buffer.from(JSON.stringify(json)), "application/json"]
  if (text !== undefined) return [Buffer.from(text), "text/plain; charset=utf-8"]
  return [base64 === undefined ? undefined : Buffer.from(base64, "base64"), "application/octet-stream"]
}

const whole = (body: Body, own: Response): Answered => {
  const [bytes, type] = contentOf(body)
  return taken(answerOf(own, body.status ?? 200, bytes, body.contentType ?? type, body.headers))
}

const worst = (does: Extract<FaultEffect, { readonly kind: "worst" }>, { operation }: Injected, own: Response) => {
  const made = Worst.answer(does, operation, own.status, () => parsed(answerBytes(own)))
  if (made === undefined || (made.body === undefined && made.status === own.status && own.body._tag === "Empty"))
    return untouched(own)
  const bytes = made.body === undefined ? undefined : Buffer.from(JSON.stringify(made.body))
  return taken(answerOf(own, made.status, bytes, bytes === undefined ? undefined : "application/json"))
}

const { STATUS_CODES } = process.getBuiltinModule("node:http")

const proxyPage = (status: number) => {
  const title = `${status} ${STATUS_CODES[status] ?? "Error"}`
  const page = `<!DOCTYPE html>
<html>
<head><title>${title}</title></head>
<body>
<center><h1>${title}</h1></center>
<hr><center>nginx</center>
</body>
</html>
`
  return HttpServerResponse.setStatus(HttpServerResponse.html(page), status)
}

// half of a JSON text is not JSON, except of the empty one
const cut = (response: Response) => {
  const bytes = answerBytes(response)
  const half = bytes.length < 2 ? Buffer.from("{") : bytes.subarray(0, Math.floor(bytes.length / 2))
  return HttpServerResponse.setBody(response, HttpBody.uint8Array(half, "application/json"))
}

// no operation answers a number
const otherShape = HttpBody.jsonUnsafe(42)

/** The answer that a client gets; if the fault breaks the sending of the answer, the answer itself. */
export const answered = (does: FaultEffect, injected: Injected, own: Response): Answered => {
  const { option, message, now, operation } = injected
  switch (does.kind) {
    case "status":
      return taken(injectedError(operation, { message, ...does }, option))
    case "expired":
      return taken(expiredToken(operation, message, option))
    case "rateLimit":
      return taken(
        HttpServerResponse.setHeader(
          injectedError(operation, { message, ...does, status: 429 }, option),
          "retry-after",
          does.as === "date" ? new Date(now + does.retryAfter * 1000).toUTCString() : String(does.retryAfter)
        )
      )
    case "html":
      return taken(proxyPage(does.status ?? 502))
    case "malformed":
      return taken(does.shape === "other" ? HttpServerResponse.setBody(own, otherShape) : cut(own))
    case "override":
      return overridden(does, injected, own)
    case "body":
      return whole(does, own)
    case "worst":
      return worst(does, injected, own)
    case "reset":
    case "truncate":
    case "slow":
      return taken(own)
  }
}
