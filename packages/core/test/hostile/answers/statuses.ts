import * as Contract from "../../../src/Contract.ts"
import { canaries } from "../canaries.ts"
import type { Answer, ReceivedRequest } from "../server.ts"
import { bytes, message, well, wellOf } from "./write.ts"

/** The error of the requested operation with this message. */
export const refusal = ({ method, path }: ReceivedRequest, text: string): readonly [status: number, body: string] => {
  const [found] = Contract.match(method, path, { anyLength: true })?.operation.errorForms ?? []
  if (found === undefined) return [500, JSON.stringify({ code: 1, message: text })]
  const [status, [form]] = found
  if (form === "errorText") return [status, JSON.stringify(text)]
  return [status, JSON.stringify({ code: 1, message: text, ...(form === "errorV1R1" ? { name: text } : {}) })]
}

const page = "<!doctype html><html><head><title>Error</title></head><body><h1>It failed</h1></body></html>"
const html = { "content-type": "text/html" }

const plain = [0, 42, 99, 199, 299, 304, 402, 404, 405, 407, 408, 409, 410, 413, 418, 421, 425, 451, 502, 504, 511, 599]

const redirect = (status: number, name: string, location: string): Answer =>
  well(`${status} to ${name}`, status, "", { location })

const later = (name: string, value: string) => well(`429 to wait ${name}`, 429, page, { ...html, "retry-after": value })

const errorV1 = JSON.stringify({ code: 1, message: "No" })

/** Statuses, with bodies that do not belong to them. */
export const statuses: ReadonlyArray<Answer> = [
  ...plain.map((status) => well(`${status}`, String(status).padStart(3, "0"), page, html)),
  ...[600, 999].map((status) => well(`${status}`, status, "{}")),
  well("200 with an errorV1", 200, errorV1),
  well("200 with an errorV1R1", 200, JSON.stringify({ code: 1, message: "No", name: "generic" })),
  well("200 with a GraphQL error", 200, JSON.stringify({ errors: [{ message: "No" }], data: null })),
  well("201", 201, "{}"),
  well("202 without a body", 202, ""),
  bytes("204 with a body", 'HTTP/1.1 204 No Content\r\ncontent-length: 13\r\n\r\n{"entries":[]}'),
  bytes("204", "HTTP/1.1 204 No Content\r\n\r\n"),
  bytes("205 with a body", message(205, {}, "{}")),
  well("206", 206, '{"entries":[', { "content-range": "bytes 0-11/100" }),
  redirect(301, "another host", "http://other.example/api/v1/calls"),
  redirect(302, "itself", "/api/v1/calls"),
  redirect(303, "a file", "file:///etc/passwd"),
  redirect(307, "what no address is", "http://[::bad"),
  redirect(308, "data", "data:application/json,{}"),
  well("300 without a location", 300, page, html),
  well("400 with a page", 400, page, html),
  well("400 token expired, for ever", 400, JSON.stringify({ code: 1003, message: "Expired", name: "generic" })),
  well("400 with a code that is a text", 400, JSON.stringify({ code: "1003", message: "Expired", name: "generic" })),
  well("400 without a name", 400, errorV1),
  well("401 token expired, for ever", 401, '"Token expired"'),
  well("401 token expired without quotes, for ever", 401, "Token expired"),
  well("401 token expired as text, for ever", 401, "Token expired\n", { "content-type": "text/plain" }),
  well("401 errorV1", 401, errorV1),
  well("401 errorV1R1", 401, JSON.stringify({ code: 1, message: "No", name: "generic" })),
  well("401 empty", 401, ""),
  well("403 as text", 403, "Access denied", { "content-type": "text/plain" }),
  well("403 quoted", 403, '"Access denied"'),
  later("1e9 seconds", "1000000000"),
  later("a negative time", "-5"),
  later("until the past", "Wed, 21 Oct 2015 07:28:00 GMT"),
  later("until the year 9999", "Fri, 31 Dec 9999 23:59:59 GMT"),
  later("garbage", "soon, perhaps"),
  later("an infinite number", "1e999"),
  later("twice", "0, 0"),
  well("429 without a time", 429, ""),
  well("500 errorV1", 500, errorV1),
  well("500 with a page", 500, page, html),
  well("503 to wait no time", 503, "", { "retry-after": "0" }),
  wellOf("the documented refusal", (request) => refusal(request, "No")),
  wellOf("a success of log-ins, and else expired", (request) =>
    /auth/.test(request.path)
      ? [200, JSON.stringify({ token: canaries.issued, refresh: canaries.reissued })]
      : request.path.startsWith("/v1r1")
        ? [400, JSON.stringify({ code: 1003, message: "Expired", name: "generic" })]
        : [401, "Token expired"]
  ),
  wellOf("a refusal of log-ins, and else expired", (request) =>
    /auth/.test(request.path)
      ? refusal(request, "No")
      : request.path.startsWith("/v1r1")
        ? [400, JSON.stringify({ code: 1003, message: "Expired", name: "generic" })]
        : [401, '"Token expired"']
  )
]
