import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"

import { emptyControlApi } from "../context/emptyControlApi.ts"
import { NotFoundProblem } from "../context/Problems.ts"
import { Registry } from "../context/Registry.ts"
import { recordingOf } from "./Recording.ts"
import { UpstreamGroup } from "./UpstreamGroup.ts"

const recording = Effect.flatMap(Registry, (tenants) => {
  const found = recordingOf(tenants)
  return found === undefined
    ? Effect.fail(
        new NotFoundProblem({
          detail: "The emulator passes nothing on. Start it with --upstream us=<address>, or with the option upstream."
        })
      )
    : Effect.succeed(found)
})

export const layer = HttpApiBuilder.group(emptyControlApi.add(UpstreamGroup), "upstream", (handlers) =>
  handlers.handleAll({
    drift: () => Effect.flatMap(recording, ({ drift }) => drift),
    recorded: () => Effect.map(recording, ({ leftOut, mappings }) => ({ mappings: mappings(), left_out: leftOut() })),
    forget: () =>
      Effect.map(recording, ({ clear, mappings }) => {
        const { length } = mappings()
        clear()
        return { mappings: length }
      })
  })
)
