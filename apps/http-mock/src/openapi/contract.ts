import { Api } from "@remote-assist/core/Api"
import { operations } from "@remote-assist/core/Contract"
import * as OpenApi from "effect/http-api/OpenApi"

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

/** The operations of the contract with what Effect made of each. */
export const contractOperations = operations.map((operation) => ({ operation, made: madeOf(operation.id) }))
