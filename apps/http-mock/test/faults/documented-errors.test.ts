import { assert, layer } from "@effect/vitest"
import { byId } from "@remote-assist/core/Contract"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { operationIds, operations } from "../conformance/support/Operations.ts"
import type { Form, Operation } from "../conformance/support/Operations.ts"
import { controlled } from "../support/control.ts"
import { send } from "../support/wire.ts"
import { fault, noFaults } from "./support/fault.ts"

const message = "As it is documented."

const bodies: { readonly [Name in Form]?: unknown } = {
  errorV1: { code: 4711, message },
  errorV1R1: { code: 4711, message, name: "generic" },
  string: message
}

layer(controlled())("every documented error", (it) => {
  it.effect("can be injected into every operation, with the documented body", () =>
    Effect.gen(function* () {
      for (const id of operationIds) {
        const { answers, method, path }: Operation = operations[id]
        const { errors } = byId(id)
        const documented = Object.entries(answers).filter(([status]) => status !== "200")
        assert.sameMembers(
          documented.map(([status]) => Number(status)),
          [...errors.keys()],
          id
        )
        for (const [name, form] of documented) {
          const status = Number(name)
          yield* fault({ operations: [id], does: { kind: "status", status, message, code: 4711 } })
          const answer = yield* send(method, `/api${path.replace(/\{\w+\}/, "101")}`)
          yield* noFaults
          assert.deepInclude(answer, { status, type: "application/json", text: JSON.stringify(bodies[form]) }, id)
          const error = yield* Schema.decodeUnknownEffect(Schema.Union(errors.get(status) ?? []))(answer.json)
          assert.deepInclude(error, { message, status }, id)
        }
      }
    })
  )
})
