import { operationIds, operations } from "../../conformance/support/Operations.ts"
import type { OperationId } from "../../conformance/support/Operations.ts"
import { shapes } from "../../conformance/support/Resources.ts"
import { problemsOf } from "../../conformance/support/Site.ts"
import type { Answer } from "../../conformance/support/Site.ts"
import type { RawRequest, RawResponse } from "../support/ask.ts"

const stack = /\n\s+at |\bat \S+ \(|\.ts:\d|node_modules|node:internal/

/** Statuses of requests that HTTP rejects before they match an operation. */
const httpStatuses = new Set([400, 408, 413, 414, 415, 417, 431])

const patterns = operationIds.map((id) => {
  const [path, rest] = operations[id].path.split(/\{\w+\}/)
  return { id, start: `/api${path}`, end: rest }
})

/** Matches a path with a pattern. Ignores letter case, repeated slashes after the first slash, and one trailing slash. */
const matches = (requestPath: string, { end, start }: (typeof patterns)[number]) => {
  const path = requestPath
    .toLowerCase()
    .replaceAll(/(?<=.)\/+/g, "/")
    .replace(/\/$/, "")
  if (end === undefined) return path === start
  const parameter = path.slice(start.length, path.length - end.length)
  return path.startsWith(start) && path.endsWith(end) && parameter !== "" && !parameter.includes("/")
}

const decodePart = (part: string) => {
  try {
    const decoded = decodeURIComponent(part)
    return decoded.includes("/") ? part : decoded
  } catch {
    return part
  }
}

const decodePath = (path: string) => path.split("/").map(decodePart).join("/")

/** Returns the operations that a request matches; `calls/recent` matches `calls/{call_id}` too. */
const matchingOperations = (method: string, path: string): ReadonlyArray<OperationId> =>
  patterns.flatMap((pattern) =>
    operations[pattern.id].method === method && (matches(path, pattern) || matches(decodePath(path), pattern))
      ? [pattern.id]
      : []
  )

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether a path has one line. A path with line breaks has no version. */
const isLine = (path: string) => !/[\r\n]/.test(path)

/** Whether an error has the form of `v1r1`. It is the form for oversized headers too: Node may hide their path. */
const isV1R1 = (json: unknown) => shapes.errorV1R1(json, "").length === 0

const versionIn = (path: string) => /\/(v1|v1r1)(?:\/|$)/.exec(path)?.[1]

/** Returns the version in the decoded path, or in the path itself if it is not valid percent-encoding. */
const versionOf = (path: string) => {
  try {
    return versionIn(decodeURIComponent(path))
  } catch {
    return versionIn(path)
  }
}

/** Checks a response against the general form of an error, which does not depend on the operation. */
const errorProblems = ({ json, status, text }: Answer, path: string): ReadonlyArray<string> => {
  if (typeof json === "string" && (status === 401 || status === 403)) return []
  const version = versionOf(path)
  const isKnown = isLine(path) && !(status === 431 && isV1R1(json))
  const form = version === "v1" && isKnown ? "errorV1" : "errorV1R1"
  const problems = shapes[form](json, `the response ${status} (${text.slice(0, 200)})`)
  const expected = version === "v1" ? 401 : 400
  const isExpected = status === expected || httpStatuses.has(status)
  return [...problems, ...(isExpected ? [] : [`status ${status} without a matching operation: ${text.slice(0, 200)}`])]
}

const isProblem = ({ json, status, type }: Answer) =>
  type?.startsWith("application/problem+json") === true && (json as { status?: unknown } | undefined)?.status === status

/** Returns the problems of a response to a mutated request. `base` is the part of the path with the tenant and the region. */
export const problemsIn = (
  base: string,
  { method, path: fullPath }: RawRequest,
  response: RawResponse
): ReadonlyArray<string> => {
  const answer: Answer = { ...response, json: parse(response.text) }
  const [path = ""] = fullPath.slice(base.length).split("?", 1)
  const { status, text, type } = response
  if (status >= 500 || status < 200 || Number.isNaN(status)) return [`status ${status}: ${text.slice(0, 200)}`]
  if (stack.test(text) && status >= 400) return [`the response has a stack trace: ${text.slice(0, 300)}`]
  if (method === "HEAD") return text === "" || !isLine(path) ? [] : [`a response to HEAD has a body: ${text}`]
  if (method === "OPTIONS" && status === 204) return []
  const matching = matchingOperations(method, path)
  if (matching.some((id) => problemsOf(id, answer).length === 0)) return []
  if (status < 400)
    return matching.length === 0
      ? [`status ${status} without a matching operation`]
      : matching.flatMap((id) => problemsOf(id, answer))
  if (isProblem(answer)) return []
  if (type !== "application/json") return [`status ${status} with the content type ${type}: ${text.slice(0, 200)}`]
  if (matching.length > 0 && !httpStatuses.has(status)) return matching.flatMap((id) => problemsOf(id, answer))
  return errorProblems(answer, path)
}
