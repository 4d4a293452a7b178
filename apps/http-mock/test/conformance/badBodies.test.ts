import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Emulator } from "../../src/library/Emulator.ts"
import { notRefused } from "./support/Bad.ts"
import { changed, fieldsOf, withBody, wrongValues } from "./support/bodies.ts"
import { everyOperation, fixture } from "./support/everyOperation.ts"
import { operationIds, operations } from "./support/Operations.ts"

everyOperation("§4: a bad body is refused in a documented form that names what is wrong", (every) => {
  for (const [name, body, says] of [
    ["a body that is not JSON", '{"email":', "JSON"],
    ["a body that is cut off", '{"a":"b', "JSON"],
    ["a body of markup", "<a>b</a>", "JSON"],
    ["no body", undefined, "body"],
    ["a body that is a list", "[]", "body"],
    ["a body that is a text", '"text"', "body"],
    ["a body that is null", "null", "body"]
  ] as const)
    every(name, withBody, (id, { site, with: asked }) =>
      Effect.map(site.send(id, asked(id, { body })), (answer) => notRefused(id, answer, says))
    )

  every("a required field that is missing", withBody, (id, { requests, site, with: asked }) =>
    fieldsOf(id)
      .filter(({ required }) => required)
      .map(({ name, path }) =>
        Effect.map(site.send(id, asked(id, { body: changed(requests[id].body, path, undefined) })), (answer) =>
          notRefused(id, answer, name)
        )
      )
  )

  every("a field of another type", withBody, (id, { requests, site, with: asked }) =>
    fieldsOf(id).flatMap(({ name, path, type }) =>
      wrongValues[type].map((wrong) =>
        Effect.map(site.send(id, asked(id, { body: changed(requests[id].body, path, wrong) })), (answer) =>
          notRefused(id, answer, name)
        )
      )
    )
  )

  every("an optional field that is missing is taken", withBody, (id, { requests, site, with: asked }) =>
    fieldsOf(id)
      .filter(({ path, required }) => !required && path.length === 1)
      .slice(0, 1)
      .map(({ path }) =>
        Effect.map(
          site.send(id, asked(id, { body: changed(requests[id].body, path, undefined) })),
          ({ status, text }) => (status === 200 ? [] : [`${id}: ${text}`])
        )
      )
  )

  every(
    "a body of more than 1 MiB",
    operationIds.filter((id) => operations[id].method !== "GET"),
    (id, { site, with: asked }) =>
      Effect.map(site.send(id, asked(id, { body: JSON.stringify({ email: "x".repeat(2 ** 20) }) })), (answer) =>
        notRefused(id, answer, "larger than 1 MiB")
      )
  )
})

it.live("every operation with a body is listed with its fields", () =>
  Effect.gen(function* () {
    const { requests } = yield* fixture
    assert.sameMembers(
      [...withBody],
      operationIds.filter((id) => requests[id].body !== undefined),
      "write the fields of each body in conformance/support/bodies.ts"
    )
  }).pipe(Effect.provide(Emulator.layerServer({ port: 0 })))
)
