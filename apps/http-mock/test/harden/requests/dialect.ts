import { operationIds, operations } from "../../conformance/support/Operations.ts"
import type { OperationId } from "../../conformance/support/Operations.ts"
import { shapes } from "../../conformance/support/Resources.ts"
import { problemsOf } from "../../conformance/support/Site.ts"
import type { Answer } from "../../conformance/support/Site.ts"
import type { Heard, Question } from "../support/ask.ts"

const stack = /\n\s+at |\bat \S+ \(|\.ts:\d|node_modules|node:internal/

/** What HTTP itself refuses, before an operation is met. */
const ofHttp = new Set([400, 408, 413, 414, 415, 417, 431])

const patterns = operationIds.map((id) => {
  const [path, rest] = operations[id].path.split(/\{\w+\}/)
  return { id, start: `/api${path}`, end: rest }
})

/** Letters of either case, slashes in a row after the first and one at the end lead to the operation too. */
const takes = (given: string, { end, start }: (typeof patterns)[number]) => {
  const path = given
    .toLowerCase()
    .replaceAll(/(?<=.)\/+/g, "/")
    .replace(/\/$/, "")
  if (end === undefined) return path === start
  const parameter = path.slice(start.length, path.length - end.length)
  return path.startsWith(start) && path.endsWith(end) && parameter !== "" && !parameter.includes("/")
}

const decodedPart = (part: string) => {
  try {
    const decoded = decodeURIComponent(part)
    return decoded.includes("/") ? part : decoded
  } catch {
    return part
  }
}

const decoded = (path: string) => path.split("/").map(decodedPart).join("/")

/** The operations that a request may meet, such as `calls/recent` and `calls/{call_id}`. */
const metBy = (method: string, path: string): ReadonlyArray<OperationId> =>
  patterns.flatMap((pattern) =>
    operations[pattern.id].method === method && (takes(path, pattern) || takes(decoded(path), pattern))
      ? [pattern.id]
      : []
  )

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A path of several lines names no version. */
const isLine = (path: string) => !/[\r\n]/.test(path)

/** When the headers are too large for one read, node does not tell their beginning: the version is not known. */
const isV1R1 = (json: unknown) => shapes.errorV1R1(json, "").length === 0

const versionIn = (path: string) => /\/(v1|v1r1)(?:\/|$)/.exec(path)?.[1]

/** That of the path as decoded, where it can be. */
const versionOf = (path: string) => {
  try {
    return versionIn(decodeURIComponent(path))
  } catch {
    return versionIn(path)
  }
}

/** What every refusal may look like, whichever operation is meant. */
const notRefusal = ({ json, status, text }: Answer, path: string): ReadonlyArray<string> => {
  if (typeof json === "string" && (status === 401 || status === 403)) return []
  const version = versionOf(path)
  const isTold = isLine(path) && !(status === 431 && isV1R1(json))
  const form = version === "v1" && isTold ? "errorV1" : "errorV1R1"
  const problems = shapes[form](json, `the answer ${status} (${text.slice(0, 200)})`)
  const expected = version === "v1" ? 401 : 400
  const isRefusal = status === expected || ofHttp.has(status)
  return [...problems, ...(isRefusal ? [] : [`status ${status} where no operation is met: ${text.slice(0, 200)}`])]
}

const isProblem = ({ json, status, type }: Answer) =>
  type?.startsWith("application/problem+json") === true && (json as { status?: unknown } | undefined)?.status === status

/** What of an answer to a mutated request is not in the dialect; `base` is the tenant and the region of its path. */
export const problemsIn = (base: string, { method, path: whole }: Question, heard: Heard): ReadonlyArray<string> => {
  const answer: Answer = { ...heard, json: parsed(heard.text) }
  const [path = ""] = whole.slice(base.length).split("?", 1)
  const { status, text, type } = heard
  if (status >= 500 || status < 200 || Number.isNaN(status)) return [`status ${status}: ${text.slice(0, 200)}`]
  if (stack.test(text) && status >= 400) return [`a stack is shown: ${text.slice(0, 300)}`]
  if (method === "HEAD") return text === "" || !isLine(path) ? [] : [`an answer to HEAD has a body: ${text}`]
  if (method === "OPTIONS" && status === 204) return []
  const met = metBy(method, path)
  if (met.some((id) => problemsOf(id, answer).length === 0)) return []
  if (status < 400)
    return met.length === 0
      ? [`status ${status} where no operation is met`]
      : met.flatMap((id) => problemsOf(id, answer))
  if (isProblem(answer)) return []
  if (type !== "application/json") return [`status ${status} with the content type ${type}: ${text.slice(0, 200)}`]
  if (met.length > 0 && !ofHttp.has(status)) return met.flatMap((id) => problemsOf(id, answer))
  return notRefusal(answer, path)
}
