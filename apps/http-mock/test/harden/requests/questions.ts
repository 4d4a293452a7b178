import { changed, fieldsOf, wrongValues } from "../../conformance/support/bodies.ts"
import { operationIds, operations } from "../../conformance/support/Operations.ts"
import type { Operation, OperationId } from "../../conformance/support/Operations.ts"
import type { Requests } from "../../conformance/support/requests.ts"
import { apiKey } from "../../conformance/support/Site.ts"
import type { Question } from "../support/ask.ts"
import type { Chance } from "../support/Chance.ts"
import { jsons, queries, safe, texts } from "./values.ts"

/** What a mutation changes: the parts of a request to an operation. */
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

const parts = (path: string) => path.split("/")

const pathWith = (draft: Draft, change: (parts: Array<string>) => void) => {
  const all = parts(draft.path)
  change(all)
  draft.path = all.join("/")
}

const inPath = (text: string) => encodeURIComponent(safe(text))

/** Some are there twice: they lead deeper. */
const mutations: ReadonlyArray<Mutation> = [
  (draft, { pick }) => (draft.method = pick(methods)),
  (draft, { below, pick }) => pathWith(draft, (all) => all.splice(below(all.length), 1, inPath(pick(texts)))),
  (draft, { pick }) => pathWith(draft, (all) => all.splice(-1, 1, inPath(pick(texts)))),
  (draft, { below, pick }) =>
    pathWith(draft, (all) => all.splice(1 + below(all.length), 0, pick(["", ".", "..", "api", "x"]))),
  (draft, { below }) => pathWith(draft, (all) => all.splice(1 + below(all.length - 1), 1)),
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
    // what nests too deep is sent as it is
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

/** A request to an operation, with none to three mutations. */
export const question = (requests: Requests, token: string, base: string, chance: Chance): Question => {
  const draft = draftOf(chance.pick(operationIds), requests, token)
  for (let left = chance.below(4); left > 0; left--) {
    try {
      chance.pick(mutations)(draft, chance)
    } catch (error) {
      // what an earlier mutation left is no JSON to change
      if (!(error instanceof SyntaxError)) throw error
    }
  }
  const { body, headers, method, path, query } = draft
  return { method, path: `${base}${path}${query}`, headers, body }
}
