import { groups } from "@remote-assist/core/Contract"
import type { Operation, ParameterName } from "@remote-assist/core/Contract"
import { defaultPageSize } from "@remote-assist/core/Page"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

import { components, responses } from "./components.ts"
import { contractOperations } from "./contract.ts"
import { fieldsOf, isNull, reference, tidy } from "./jsonSchema.ts"

interface Detail {
  readonly description: string
  readonly example?: unknown
  readonly schema?: Readonly<Record<string, unknown>>
}

const details: { readonly [Name in ParameterName]: Detail } = {
  filter: {
    description:
      "One clause: a field, one of the operators `=`, `~=`, `>` and `|=`, and a value, as in `name~=%ann%`. Unknown fields are refused."
  },
  order: { description: "Fields to order by, joined by commas; a `-` before a field descends." },
  page: { description: "Page number; the first unless it is given." },
  page_size: {
    description: `How many entries a page holds; ${defaultPageSize} unless it is given.`,
    schema: { minimum: 1 }
  },
  call_id: { description: "Id of a call: its `session`.", example: "call_00000000-0000-4000-8000-000000000001" },
  group_id: { description: "Id of an on-call group.", example: 12 },
  user_id: { description: "Id of a user.", example: 102 },
  id: { description: "Id of a personal access token." },
  token: { description: "The token to inspect; that of the header `authorization` unless it is given." },
  resource_type: { description: "What the token has to stand for, such as `user`." },
  permission_category: { description: "The category that the token has to be of, such as `employee`." },
  permission_list: { description: "Permissions that the token has to have; repeat the parameter for each." },
  confirmation_token: { description: "The token of a confirmation e-mail." },
  email: { description: "The e-mail address of the account." }
}

const described: ReadonlyMap<string, Detail> = new Map(Object.entries(details))

const parametersIn = (place: "path" | "query", schema: Schema.Top | undefined) => {
  if (schema === undefined) return []
  // on the wire everything is text: what it stands for is the type that it decodes to
  const { properties, required } = fieldsOf(Schema.toJsonSchemaDocument(Schema.toType(schema)).schema)
  const needed: ReadonlyArray<unknown> = Array.isArray(required) ? required : []
  return Object.entries(fieldsOf(tidy(properties))).map(([name, type]) => {
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

export const securitySchemes = (apiKeyHeader: string) => ({
  apiKey: {
    type: "apiKey",
    in: "header",
    name: apiKeyHeader,
    description: "The API key. Operations that take no user token accept it in the header `authorization` too."
  },
  userToken: {
    type: "apiKey",
    in: "header",
    name: "authorization",
    description: "A user token as log-in yields it, without a prefix; `Bearer` before it is passed over."
  }
})

const apiKey = { apiKey: [] }
const both = { apiKey: [], userToken: [] }

/** Which credentials an operation needs; each entry is enough. */
export const security = ({
  path,
  takesUserToken
}: Operation): ReadonlyArray<Readonly<Record<string, ReadonlyArray<string>>>> => {
  if (takesUserToken) return [both]
  return path.startsWith("/v1/token/") ? [apiKey, both] : [apiKey]
}

/** A part of a document of version 3.1 as version 3.0 has it, where null is no type but allowed beside one. */
const part = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(part)
  if (!Predicate.isObject(value)) return value
  const fields = Object.fromEntries(Object.entries(value).map(([key, field]) => [key, part(field)]))
  const { anyOf, ...rest } = fields
  if (!Array.isArray(anyOf) || !anyOf.some(isNull)) return fields
  const others: ReadonlyArray<unknown> = anyOf.filter((one) => !isNull(one))
  const [only] = others
  return others.length === 1 && !("$ref" in fieldsOf(only))
    ? { ...fieldsOf(only), ...rest, nullable: true }
    : { ...rest, anyOf: others, nullable: true }
}

/** A document of version 3.1 in the form of version 3.0.3, for generators that stop there. */
export const version30 = ({
  info,
  ...document
}: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  // the identifier of a license came with 3.1
  const { license, ...about } = fieldsOf(info)
  const { name } = fieldsOf(license)
  return { ...fieldsOf(part(document)), openapi: "3.0.3", info: { ...about, license: { name } } }
}

const requestBody = ({ example, takes }: Operation) =>
  takes === undefined
    ? {}
    : {
        requestBody: {
          required: true,
          content: { "application/json": { schema: reference(takes), ...(example !== undefined && { example }) } }
        }
      }

const operations = contractOperations.map(({ made, operation }) => ({
  path: operation.path.replaceAll(/:(\w+)/g, "{$1}"),
  method: operation.method.toLowerCase(),
  operation: {
    // an identifier: generators name functions by it
    operationId: operation.id.replace(".", "_"),
    tags: [operation.group],
    summary: operation.summary,
    ...(operation.description !== undefined && { description: operation.description }),
    security: security(operation),
    parameters: parameters(operation),
    ...requestBody(operation),
    responses: responses(made.responses, operation)
  }
}))

const paths = Object.fromEntries(
  [...Map.groupBy(operations, ({ path }) => path)].map(([path, methods]) => [
    path,
    Object.fromEntries(methods.map(({ method, operation }) => [method, operation]))
  ])
)

const info = {
  title: "Remote-assistance service",
  version: "1.0.0",
  description: [
    "Users, authentication, registration and calls of the remote-assistance service, as the emulator answers them.",
    "The two regions have the same operations and nothing else in common: a token works in the region that gave it.",
    "Operations of /v1 refuse with 401 and those of /v1r1 with 400. Unknown fields of a body are passed over."
  ].join("\n\n"),
  license: { name: "MIT", identifier: "MIT" }
}

/** The OpenAPI document of an emulator at a base address, which may be a path alone. */
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

/** The versions of OpenAPI that the document is had in, the first unless asked for another. */
export const versions = ["3.1", "3.0"] as const

/** The document in a version of OpenAPI; nothing where it is not had in that. */
export const inVersion = (
  version: string,
  base: string,
  apiKeyHeader: string
): Readonly<Record<string, unknown>> | undefined => {
  const made = document(base, apiKeyHeader)
  if (version === "3.0") return version30({ ...made })
  return version === "3.1" ? made : undefined
}
