import * as Effect from "effect/Effect"

import type { Services } from "../../actions/Action.ts"
import type { Failure } from "../../Problem.ts"
import { ofSecret } from "../../resources/Field.ts"
import type { AnyResource } from "../../resources/registry.ts"
import { entering } from "./Connection.ts"
import { isDry, sayDry } from "./dry.ts"
import type { Showing } from "./flags.ts"
import { valueOf } from "./Format.ts"
import * as Json from "./json.ts"
import { stdout } from "./Output.ts"
import { find } from "./targets.ts"

// oxlint-disable-next-line typescript/no-explicit-any -- a row of the resource, or a page of them
const request = (resource: AnyResource, name: string): Effect.Effect<any, Failure, Services> =>
  resource.readOne?.(name) ?? resource.read(resource.filterFor?.(name) ?? "", 1)

/** Shows all that is known of one row. */
export const show = Effect.fnUntraced(function* (resource: AnyResource, { name, ...given }: Showing) {
  if (isDry(given)) return yield* sayDry(given, `show ${name}`, request(resource, name))
  const enter = entering(resource)
  yield* enter
  const row = yield* find(resource, name)
  const fields =
    given.reveal && resource.secret !== undefined ? [...resource.fields, ofSecret(resource.secret)] : resource.fields
  if (given.json || stdout.width === undefined) return yield* stdout.write(`${Json.write(valueOf(fields, row))}\n`)
  const { facts } = yield* Effect.promise(() => import("./table.ts"))
  return yield* stdout.write(facts(resource, row, given.reveal))
})
