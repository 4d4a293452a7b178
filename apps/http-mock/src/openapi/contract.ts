import { Api } from "@remote-assist/core/Api"
import * as OpenApi from "effect/http-api/OpenApi"

import { describedAs } from "./operations.ts"

const { components, paths } = OpenApi.fromApi(Api)

const made = new Map(
  Object.values(paths)
    .flatMap((path) => [path.get, path.post, path.put, path.delete])
    .flatMap((operation) => (operation === undefined ? [] : [[operation.operationId, operation] as const]))
)

const madeOf = (id: string): OpenApi.OpenAPISpecOperation => {
  const operation = made.get(id)
  if (operation === undefined) throw new Error(`${id} has a method that the document does not take yet.`)
  return operation
}

/** The schemas that Effect made of the contract's, by the names that Effect gave them. */
export const contractSchemas = components.schemas

/** The operations of the contract: the endpoint, what Effect made of it, and what is known beside. */
export const contractOperations = Object.values(Api.groups).flatMap((group) =>
  Object.values(group.endpoints).map((endpoint) => {
    const id = `${group.identifier}.${endpoint.identifier}`
    return {
      id,
      tag: group.identifier,
      path: endpoint.path.replaceAll(/:(\w+)/g, "{$1}"),
      method: endpoint.method.toLowerCase(),
      endpoint,
      made: madeOf(id),
      described: describedAs(id)
    }
  })
)
