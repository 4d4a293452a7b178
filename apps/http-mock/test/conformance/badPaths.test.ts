import * as Effect from "effect/Effect"

import { textAt } from "../support/json.ts"
import { notMet } from "./support/Bad.ts"
import { everyOperation } from "./support/everyOperation.ts"
import { isV1, operationIds, operations } from "./support/Operations.ts"
import type { Operation, OperationId } from "./support/Operations.ts"

/** One operation of each path. */
const eachPath = operationIds.filter(
  (id, index) => operationIds.findIndex((other) => operations[other].path === operations[id].path) === index
)

/** The methods of the operations of a path; `calls/recent` is also `calls/{call_id}`. */
const methodsOf = (path: string) =>
  Object.values(operations).flatMap((operation) =>
    new RegExp(`^${operation.path.replace(/\{\w+\}/, "[^/]+")}$`).test(path) ? [operation.method] : []
  )

/** The hint that names an operation. */
const nearestOf = (id: OperationId) =>
  `The nearest is ${operations[id].method} /api${operations[id].path.replace(/\{(\w+)\}/, ":$1")}.`

const pathOf = (id: OperationId) => `/api${operations[id].path.replace(/\{\w+\}/, "101")}`

everyOperation("a path or method of no operation is refused as its version does, and says what to do", (every) => {
  every("another method", eachPath, (id, { request }) => {
    const others = ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"].filter(
      (method) => !methodsOf(operations[id].path).includes(method)
    )
    return others.map((method) =>
      Effect.map(request(method, pathOf(id)), (answer) =>
        notMet(id, answer, new RegExp(`Use .*${operations[id].method}`))
      )
    )
  })

  every("an unknown path below a known one", operationIds, (id, { request }) =>
    Effect.map(request(operations[id].method, `${pathOf(id)}/no/such`), (answer) =>
      notMet(id, answer, "There is no operation")
    )
  )

  every("a path without /api", operationIds, (id, { request }) =>
    Effect.map(request(operations[id].method, pathOf(id).replace("/api", "")), (answer) =>
      notMet(id, answer, nearestOf(id))
    )
  )

  every("a path with /api twice", operationIds, (id, { request }) =>
    Effect.map(request(operations[id].method, `/api${pathOf(id)}`), (answer) => notMet(id, answer, nearestOf(id)))
  )

  every("the path of the other version", operationIds, (id, { request }) => {
    const { method, path }: Operation = operations[id]
    const other = isV1(id) ? path.replace("/v1/", "/v1r1/") : path.replace("/v1r1/", "/v1/")
    if (methodsOf(other).length > 0) return []
    return Effect.map(request(method, `/api${other.replace(/\{\w+\}/, "101")}`), ({ json, status, text }) =>
      status === (isV1(id) ? 400 : 401) && /There is no operation|does not take/.test(textAt(json, "message"))
        ? []
        : [`${id}: ${text}`]
    )
  })
})
