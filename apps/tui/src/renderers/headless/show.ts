import * as Effect from "effect/Effect"

import type { AnyResource } from "../../resources/registry.ts"
import { Entrance } from "./Connection.ts"
import { isDry, sayDry } from "./dry.ts"
import type { Showing } from "./flags.ts"
import { valueOf } from "./Format.ts"
import * as Json from "./json.ts"
import { stdout } from "./Output.ts"
import { find } from "./targets.ts"

/** Shows all that is known of one row. */
export const show = Effect.fnUntraced(function* (resource: AnyResource, { name, ...given }: Showing) {
  if (isDry(given)) return yield* sayDry(given, `show ${name}`, resource.read(resource.filterFor?.(name) ?? "", 1))
  const { enter } = yield* Entrance
  yield* enter
  const row = yield* find(resource, name)
  if (given.json || stdout.width === undefined)
    return yield* stdout.write(`${Json.write(valueOf(resource.fields, row))}\n`)
  const { facts } = yield* Effect.promise(() => import("./table.ts"))
  return yield* stdout.write(facts(resource, row))
})
