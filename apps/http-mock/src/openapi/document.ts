import { groups, operations } from "@remote-assist/core/Contract"
import type { Operation, ParameterName } from "@remote-assist/core/Contract"
import { defaultPageSize } from "@remote-assist/core/Page"
import * as Schema from "effect/Schema"

import { components, fieldsOf, mapObjects, reference, responses, tidy, withoutNull } from "./components.ts"

interface Detail {
  readonly description: string
  readonly example?: unknown
  readonly schema?: Readonly<Record<string, unknown>>
}

const details: { readonly [Name in ParameterName]: Detail } = {
  filter: {
    description:
      "One clause: a field, one of the operators `=`, `~=`, `>` and `|=`, and a value, as in `name~=%ann%`. Unknown fields are rejected."
  },
  order: { description: "The fields to order by, separated by commas. A `-` before a field means descending." },
  page: { description: "The page number (default 1)." },
  page_size: {
    description: `The number of entries per page (default ${defaultPageSize}).`,
    schema: { minimum: 1 }
  },
  call_id: { description: "The id of a call: its `session`.", example: "call_00000000-0000-4000-8000-000000000001" },
  group_id: { description: "The id of an on-call group.", example: 12 },
  user_id: { description: "The id of a user.", example: 102 },
  id: { description: "The id of a personal access token." },
  token: { description: "The token to inspect (default: the one in the header `authorization`)." },
  resource_type: { description: "The required type of the token, such as `user`." },
  permission_category: { description: "The required category of the token, such as `employee`." },
  permission_list: { description: "The required permissions; repeat the parameter for each." },
  confirmation_token: { description: "The token of a confirmation e-mail." },
  email: { description: "The e-mail address of the account." }
}

const described: ReadonlyMap<string, Detail> = new Map(Object.entries(details))

const parametersIn = (place: "path" | "query", schema: Schema.Top | undefined) => {
  if (schema === undefined) return []
  // the type that the text on the wire decodes to
  const { properties, required } = fieldsOf(Schema.toJsonSchemaDocument(Schema.toType(schema)).schema)
  const needed: ReadonlyArray<unknown> = Array.isArray(required) ? required : []
  return Object.entries(tidy(properties)).map(([name, type]) => {
    const { schema, ...detail }: Partial<Detail> = described.get(name) ?? {}
    return {
      name,
      in: place,
      required: place === "path" || needed.includes(name),
      ...detail,
      schema: { ...fieldsOf(type), ...schema }
    }
  })
}

export const parameters = ({ params, query }: Operation) => [
  ...parametersIn("path", params),
  ...parametersIn("query", query)
]

const securitySchemes = (apiKeyHeader: string) => ({
  apiKey: {
    type: "apiKey",
    in: "header",
    name: apiKeyHeader,
    description: "The API key. Operations without a user token also accept it in the header `authorization`."
  },
  userToken: {
    type: "apiKey",
    in: "header",
    name: "authorization",
    description: "A user token, as log-in returns it. The prefix `Bearer` is optional."
  }
})

const apiKey = { apiKey: [] }
const both = { apiKey: [], userToken: [] }

/** Returns the credentials of an operation. Each entry is sufficient. */
const security = ({ path, takesUserToken }: Operation) =>
  takesUserToken ? [both] : path.startsWith("/v1/token/") ? [apiKey, both] : [apiKey]

const toPathItem = (operation: Operation) => {
  const { description, example, group, id, method, summary, takes } = operation
  const item = {
    // a valid identifier: generators use it as the name of a function
    operationId: id.replace(".", "_"),
    tags: [group],
    summary,
    ...(description !== undefined && { description }),
    security: security(operation),
    parameters: parameters(operation),
    ...(takes !== undefined && {
      requestBody: {
        required: true,
        content: { "application/json": { schema: reference(takes), ...(example !== undefined && { example }) } }
      }
    }),
    responses: responses(operation)
  }
  return [method.toLowerCase(), item] as const
}

const paths = Object.fromEntries(
  Array.from(
    Map.groupBy(operations, ({ path }) => path.replaceAll(/:(\w+)/g, "{$1}")),
    ([path, members]) => [path, Object.fromEntries(members.map(toPathItem))]
  )
)

const info = {
  title: "Remote-assistance service",
  version: "1.0.0",
  description: [
    "Users, authentication, registration and calls of the remote-assistance service, as emulated.",
    "The two regions share no data: a token works only in its region.",
    "Errors of /v1 have the status 401, those of /v1r1 the status 400. Unknown fields of a body are ignored."
  ].join("\n\n"),
  license: { name: "MIT", identifier: "MIT" }
}

/** Makes the OpenAPI document of an emulator at a base address, which may be only a path. */
export const document = (base: string, apiKeyHeader: string) => ({
  openapi: "3.1.0",
  info,
  servers: [
    { url: `${base}/us/api`, description: "United States" },
    { url: `${base}/eu/api`, description: "Europe" }
  ],
  tags: groups,
  paths,
  components: { schemas: components, securitySchemes: securitySchemes(apiKeyHeader) }
})

// version 3.0 has no type null
const to30 = (value: unknown) => mapObjects(value, (fields) => withoutNull(fields, { nullable: true }))

/** The versions of OpenAPI of the document. The first is the default. */
export const versions = ["3.1", "3.0"] as const

/** Makes the document in a version of OpenAPI, or returns `undefined` if the version is not supported. */
export const inVersion = (
  version: string,
  base: string,
  apiKeyHeader: string
): Readonly<Record<string, unknown>> | undefined => {
  const newest = document(base, apiKeyHeader)
  if (version === "3.1") return newest
  // 3.0 has no identifier of a license
  const license = { name: info.license.name }
  return version === "3.0" ? { ...fieldsOf(to30(newest)), openapi: "3.0.3", info: { ...info, license } } : undefined
}
