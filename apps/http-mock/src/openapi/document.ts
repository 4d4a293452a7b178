import { groups } from "@remote-assist/core/Contract"
import type { Operation } from "@remote-assist/core/Contract"

import { components } from "./components.ts"
import { contractOperations } from "./contract.ts"
import { reference } from "./jsonSchema.ts"
import { parameters } from "./parameters.ts"
import { responses } from "./responses.ts"
import { security, securitySchemes } from "./security.ts"
import { version30 } from "./version30.ts"

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
