/** A public generator of clients, and what somebody writes on a client of it who has only the document. */
export interface Generator {
  readonly name: string
  /** The version of OpenAPI that it reads. */
  readonly version: "3.0" | "3.1"
  /** Its command below node_modules, with arguments that make `client.ts` or the folder `client` of `openapi.json`. */
  readonly command: readonly [file: string, ...args: ReadonlyArray<string>]
  /** Files that it reads beside the document. */
  readonly files?: Readonly<Record<string, string>>
  /** Sets `names`, `total`, `session`, `other` and `refused` by the client at `baseUrl`, with the header `key`. */
  readonly program: string
}

const running = "call_00000000-0000-4000-8000-000000000001"

const unknown = "call_00000000-0000-4000-8000-000000000004"

const oazapfts: Generator = {
  name: "oazapfts",
  version: "3.1",
  command: ["oazapfts/dist/cli.js", "openapi.json", "client.ts"],
  program: `
import { authLogInV1R1, callsRead, defaults, enterpriseUsersList } from "./client.ts"
import type { Call, EnterpriseUserPage, ErrorText } from "./client.ts"

const loggedIn = await authLogInV1R1({ email: "ada", password: "correct-horse" }, { headers: key })
if (loggedIn.status !== 200) throw fail("log-in", loggedIn.status)
defaults.headers = { ...key, authorization: loggedIn.data.token }

const listed = await enterpriseUsersList({ page: 1, pageSize: 2 })
if (listed.status !== 200) throw fail("the list", listed.status)
const users: EnterpriseUserPage = listed.data

const read = await callsRead("${running}")
if (read.status !== 200) throw fail("the call", read.status)
const call: Call = read.data
const session = call.session

const others = await callsRead("${unknown}")
const other = others.status
const refused: ErrorText | undefined = others.status === 403 ? others.data : undefined
`
}

const openapiTypescript: Generator = {
  name: "openapi-typescript with openapi-fetch",
  version: "3.1",
  command: ["openapi-typescript/bin/cli.js", "openapi.json", "-o", "client.ts"],
  program: `
import createClient from "openapi-fetch"
import type { components, paths } from "./client.ts"

type Schemas = components["schemas"]

const anyone = createClient<paths>({ baseUrl, headers: key })
const loggedIn = await anyone.POST("/v1r1/auth", { body: { email: "ada", password: "correct-horse" } })
if (loggedIn.data === undefined) throw fail("log-in", loggedIn.response.status)
const ada = createClient<paths>({ baseUrl, headers: { ...key, authorization: loggedIn.data.token } })

const listed = await ada.GET("/v1r1/enterprise/users", { params: { query: { page: 1, page_size: 2 } } })
if (listed.data === undefined) throw fail("the list", listed.response.status)
const users: Schemas["EnterpriseUserPage"] = listed.data

const read = await ada.GET("/v1/calls/{call_id}", { params: { path: { call_id: "${running}" } } })
if (read.data === undefined) throw fail("the call", read.response.status)
const call: Schemas["Call"] = read.data
const session = call.session

const others = await ada.GET("/v1/calls/{call_id}", { params: { path: { call_id: "${unknown}" } } })
const other = others.response.status
const refused: Schemas["ErrorText"] | Schemas["ErrorV1"] | undefined = other === 403 ? others.error : undefined
`
}

const heyApi: Generator = {
  name: "@hey-api/openapi-ts",
  version: "3.1",
  command: ["@hey-api/openapi-ts/bin/run.js", "-i", "openapi.json", "-o", "client", "--no-log-file"],
  program: `
import { authLogInV1R1, callsRead, enterpriseUsersList } from "./client/index"
import type { Call, EnterpriseUserPage, ErrorText } from "./client/index"
import { client } from "./client/client.gen"

client.setConfig({ headers: key })
const loggedIn = await authLogInV1R1({ body: { email: "ada", password: "correct-horse" } })
if (loggedIn.data === undefined) throw fail("log-in", loggedIn.response?.status)
client.setConfig({ headers: { ...key, authorization: loggedIn.data.token } })

const listed = await enterpriseUsersList({ query: { page: 1, page_size: 2 } })
if (listed.data === undefined) throw fail("the list", listed.response?.status)
const users: EnterpriseUserPage = listed.data

const read = await callsRead({ path: { call_id: "${running}" } })
if (read.data === undefined) throw fail("the call", read.response?.status)
const call: Call = read.data
const session = call.session

const others = await callsRead({ path: { call_id: "${unknown}" } })
const other = others.response?.status
const refused: ErrorText | undefined = other === 403 && typeof others.error === "string" ? others.error : undefined
`
}

const orval: Generator = {
  name: "orval",
  version: "3.1",
  command: ["orval/dist/bin/orval.mjs", "--config", "orval.config.mjs"],
  files: {
    "orval.config.mjs": `export default { api: { input: "openapi.json",
      output: { target: "client.ts", client: "fetch", baseUrl: { getBaseUrlFromSpecification: true } } } }`
  },
  program: `
import { authLogInV1R1, callsRead, enterpriseUsersList } from "./client.ts"
import type { Call, EnterpriseUserPage, ErrorText } from "./client.ts"

const loggedIn = await authLogInV1R1({ email: "ada", password: "correct-horse" }, { headers: key })
if (loggedIn.status !== 200) throw fail("log-in", loggedIn.status)
const headers = { ...key, authorization: loggedIn.data.token }

const listed = await enterpriseUsersList({ page: 1, page_size: 2 }, { headers })
if (listed.status !== 200) throw fail("the list", listed.status)
const users: EnterpriseUserPage = listed.data

const read = await callsRead("${running}", { headers })
if (read.status !== 200) throw fail("the call", read.status)
const call: Call = read.data
const session = call.session

const others = await callsRead("${unknown}", { headers })
const other = others.status
const refused: ErrorText | undefined = others.status === 403 ? others.data : undefined
`
}

const swaggerTypescriptApi: Generator = {
  name: "swagger-typescript-api",
  version: "3.0",
  command: ["swagger-typescript-api/dist/cli.mjs", "generate", "-p", "openapi.json", "-o", ".", "-n", "client.ts"],
  program: `
import { Api } from "./client.ts"
import type { Call, EnterpriseUserPage, ErrorText, ErrorV1OrErrorText } from "./client.ts"

const anyone = new Api({ baseApiParams: { headers: key } })
const loggedIn = await anyone.v1R1.authLogInV1R1({ email: "ada", password: "correct-horse" })
const ada = new Api({ baseApiParams: { headers: { ...key, authorization: loggedIn.data.token } } })

const users: EnterpriseUserPage = (await ada.v1R1.enterpriseUsersList({ page: 1, page_size: 2 })).data

const call: Call = (await ada.v1.callsRead("${running}")).data
const session = call.session

const others = await ada.v1.callsRead("${unknown}").catch((answer: Awaited<ReturnType<typeof ada.v1.callsRead>>) => answer)
const other = others.status
const refused: ErrorText | ErrorV1OrErrorText | undefined = other === 403 ? others.error : undefined
`
}

export const generators: ReadonlyArray<Generator> = [oazapfts, openapiTypescript, heyApi, orval, swaggerTypescriptApi]
