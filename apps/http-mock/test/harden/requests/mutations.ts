import { changed, fieldsOf, wrongValues } from "../../conformance/support/bodies.ts"
import { operationIds, operations } from "../../conformance/support/Operations.ts"
import type { Operation, OperationId } from "../../conformance/support/Operations.ts"
import type { Requests } from "../../conformance/support/requests.ts"
import { apiKey } from "../../conformance/support/Site.ts"
import type { RawRequest } from "../support/ask.ts"
import type { Chance } from "../support/Chance.ts"
import { jsons, queries, safe, texts } from "./values.ts"

/** The parts of a request that a mutation can change. */
interface Draft {
  readonly id: OperationId
  method: string
  path: string
  query: string
  headers: Record<string, string>
  body: string
}

type Mutation = (draft: Draft, chance: Chance) => void

const methods = ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "TRACE", "PROPFIND", "QUERY", "NONE"]

const changePath = (draft: Draft, change: (parts: Array<string>) => void) => {
  const all = draft.path.split("/")
  change(all)
  draft.path = all.join("/")
}

const encodePart = (text: string) => encodeURIComponent(safe(text))

/** Mutations that often reach an operation are listed twice. */
const mutations: ReadonlyArray<Mutation> = [
  (draft, { pick }) => (draft.method = pick(methods)),
  (draft, { below, pick }) => changePath(draft, (all) => all.splice(below(all.length), 1, encodePart(pick(texts)))),
  (draft, { pick }) => changePath(draft, (all) => all.splice(-1, 1, encodePart(pick(texts)))),
  (draft, { below, pick }) =>
    changePath(draft, (all) => all.splice(1 + below(all.length), 0, pick(["", ".", "..", "api", "x"]))),
  (draft, { below }) => changePath(draft, (all) => all.splice(1 + below(all.length - 1), 1)),
  (draft, { below, pick }) => {
    const at = below(draft.path.length)
    draft.path = `/${draft.path.slice(1, at)}${pick(["%", "%zz", "%2F", "\u00e9", " ", ";", "//", "?"])}${draft.path.slice(at)}`
  },
  (draft, { pick }) => (draft.path = draft.path.replace(/v1r1|v1/, pick(["v1", "v1r1", "v2", "V1", ""]))),
  (draft, { pick }) => (draft.query = `?${queries(pick)}`),
  (draft, { pick }) => (draft.query = `?${queries(pick)}`),
  (draft, { pick }) => (draft.query += `${draft.query === "" ? "?" : "&"}${queries(pick)}`),
  (draft, { pick }) => (draft.body = pick(jsons)),
  (draft, chance) => {
    const field = chance.pick(fieldsOf(draft.id))
    // a large body may nest too deep to parse
    if (field.name === "" || draft.body.length > 10_000) return
    const value = chance.pick([chance.pick(texts), chance.pick(wrongValues[field.type]), undefined])
    draft.body = JSON.stringify(changed(draft.body === "" ? {} : JSON.parse(draft.body), field.path, value))
  },
  (draft, { below }) => {
    const at = below(draft.body.length + 1)
    draft.body = draft.body.slice(0, at)
  },
  (draft, { pick }) => (draft.headers["authorization"] = safe(pick(texts))),
  (draft, { below }) => {
    const token = draft.headers["authorization"] ?? ""
    const at = below(token.length + 1)
    draft.headers["authorization"] = `${token.slice(0, at)}A${token.slice(at + 1)}`
  },
  (draft, { pick }) =>
    (draft.headers["authorization"] =
      `${pick(["Bearer ", "bearer", "Basic ", "  "])}${draft.headers["authorization"]}`),
  (draft, { pick }) => (draft.headers["x-service-api-key"] = pick(texts)),
  (draft, { pick }) => delete draft.headers[pick(Object.keys(draft.headers))],
  (draft, { pick }) =>
    (draft.headers["content-type"] = pick(["text/plain", "application/xml", "application/json; charset=utf-16", "x"])),
  (draft, { pick }) =>
    (draft.headers[pick(["x-mock-tenant", "origin", "accept", "expect", "x-request-id"])] = pick(texts)),
  (draft) => (draft.headers["x-large"] = "a".repeat(17_000))
]

const draftOf = (id: OperationId, requests: Requests, token: string): Draft => {
  const { method, path }: Operation = operations[id]
  const { body, id: parameter, query } = requests[id]
  return {
    id,
    method,
    path: `/api${path.replace(/\{\w+\}/, encodeURIComponent(parameter ?? ""))}`,
    query: query === undefined ? "" : `?${new URLSearchParams(query).toString()}`,
    headers: { "content-type": "application/json", "x-service-api-key": apiKey, authorization: token },
    body: body === undefined ? "" : JSON.stringify(body)
  }
}

/** Creates a request to an operation, with at most three mutations. */
export const mutatedRequest = (requests: Requests, token: string, base: string, chance: Chance): RawRequest => {
  const draft = draftOf(chance.pick(operationIds), requests, token)
  for (let count = chance.below(4); count > 0; count--) {
    try {
      chance.pick(mutations)(draft, chance)
    } catch (error) {
      // an earlier mutation made the body invalid JSON
      if (!(error instanceof SyntaxError)) throw error
    }
  }
  const { body, headers, method, path, query } = draft
  return { method, path: `${base}${path}${query}`, headers, body }
}
