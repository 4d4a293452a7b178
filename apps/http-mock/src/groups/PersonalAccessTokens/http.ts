import { Api } from "@remote-assist/core/Api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import * as Caller from "../../Caller.ts"
import { choose } from "../../Gaps.ts"
import { toErrorV1R1 } from "../../Refusal.ts"
import type { PersonalAccessToken, World } from "../../World.ts"
import * as Transitions from "./transitions.ts"

const created = ({ description, id, token }: PersonalAccessToken) => ({ description, id, token: Redacted.make(token) })

const shown = (world: World, made: PersonalAccessToken) =>
  choose(world.settings.choices, "pat.shown") === "always"
    ? created(made)
    : { description: made.description, id: made.id }

export const layer = HttpApiBuilder.group(Api, "PersonalAccessTokens", (handlers) =>
  handlers.handleAll({
    list: () =>
      Caller.read((world, caller) =>
        Result.succeed(Transitions.list(world, caller).map((made) => shown(world, made)))
      ).pipe(Effect.mapError(toErrorV1R1)),
    create: () => Caller.act(Transitions.create).pipe(Effect.mapBoth({ onFailure: toErrorV1R1, onSuccess: created })),
    read: ({ params }) =>
      Caller.read((world, caller) =>
        Result.map(Transitions.read(world, caller, params.id), (made) => shown(world, made))
      ).pipe(Effect.mapError(toErrorV1R1)),
    remove: ({ params }) =>
      Caller.act((world, caller) => Transitions.remove(world, caller, params.id)).pipe(Effect.mapError(toErrorV1R1))
  })
)
