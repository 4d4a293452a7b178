import * as Effect from "effect/Effect"

import { Control } from "../../src/library/Control.ts"
import { at } from "./json.ts"
import { asAda, send } from "./wire.ts"

const users = "/api/v1r1/enterprise/users"

export const named = (name: string) => ({ params: { name } })

export const rename = (name: string) =>
  Effect.flatMap(asAda, (headers) => send("PUT", `${users}/102`, { headers, body: { name } }))

export const nameOfGrace = Effect.gen(function* () {
  const { json } = yield* send("GET", `${users}?filter=username%3Dgrace`, { headers: yield* asAda })
  return at(json, "entries", 0, "name")
})

export const paths = (patch: ReadonlyArray<{ readonly path: string }>) => patch.map(({ path }) => path)

export const reset = Effect.flatMap(Control, ({ state }) => state.reset({ payload: { snapshots: true } }))
