import { document, parameters } from "../../apps/http-mock/src/openapi/document.ts"
import { demo } from "../../apps/http-mock/src/world/seed/demo.ts"
import { groups, operations } from "../../packages/core/src/Contract.ts"
import type { Operation } from "../../packages/core/src/Contract.ts"
import { defaultApiKeyHeader } from "../../packages/core/src/Region.ts"
import { partsOf } from "./samples.ts"

const root = "docs/bruno/"

/** The folders that have only generated files. */
export const folders = ["environments", ...groups.map(({ name }) => name)].map((name) => `${root}${name}/`)

const block = (name: string, lines: ReadonlyArray<string>) =>
  lines.length === 0 ? [] : [`${name} {\n${lines.map((line) => `  ${line}\n`).join("")}}\n`]

/** The requests after log-in use its tokens. */
const isLogIn = ({ id }: Operation) => id === "Auth.logIn" || id === "Auth.logInV1R1"

const request = (operation: Operation, index: number) => {
  const { params, payload, query } = partsOf(operation)
  const { group, method, path, summary, takesUserToken } = operation
  const queries = parameters(operation).filter((parameter) => parameter.in === "query")
  // Bruno sends the query of the URL; its editor shows the other block
  const sent = queries.filter(({ required }) => required).map(({ name }) => `${name}=${String(query[name] ?? "")}`)
  const body = operation.id === "Auth.refresh" ? { refresh_token: "{{refreshToken}}" } : payload
  return [
    ...block("meta", [`name: ${summary.replace(/\.$/, "")}`, "type: http", `seq: ${index + 1}`]),
    ...block(method.toLowerCase(), [
      `url: {{baseUrl}}${path}${sent.length === 0 ? "" : `?${sent.join("&")}`}`,
      `body: ${payload === undefined ? "none" : "json"}`,
      "auth: none"
    ]),
    ...block(
      "params:query",
      queries.map(({ name, required }) => `${required ? "" : "~"}${name}: ${String(query[name] ?? "")}`)
    ),
    ...block(
      "params:path",
      Object.entries(params).map(([name, value]) => `${name}: ${String(value)}`)
    ),
    ...block("headers", takesUserToken || group === "Tokens" ? ["authorization: {{token}}"] : []),
    ...block("body:json", body === undefined ? [] : JSON.stringify(body, undefined, 2).split("\n")),
    ...block(
      "vars:post-response",
      isLogIn(operation) ? ["token: res.body.token", "refreshToken: res.body.refresh"] : []
    )
  ].join("\n")
}

const environments = document("http://127.0.0.1:4010", defaultApiKeyHeader).servers.map(
  ({ description, url }): [string, string] => [
    `${root}environments/${description}.bru`,
    block("vars", [`baseUrl: ${url}`, `apiKey: ${demo.apiKey}`]).join("")
  ]
)

/** A collection for Bruno: a folder for each group, and an environment for each region of a local emulator. */
export const files: ReadonlyArray<readonly [string, string]> = [
  [
    `${root}bruno.json`,
    `${JSON.stringify({ version: "1", name: "Remote assistance", type: "collection" }, undefined, 2)}\n`
  ],
  [`${root}collection.bru`, block("headers", [`${defaultApiKeyHeader}: {{apiKey}}`]).join("")],
  ...environments,
  ...operations.map((operation, index): [string, string] => [
    `${root}${operation.group}/${operation.name}.bru`,
    request(operation, index)
  ])
]
